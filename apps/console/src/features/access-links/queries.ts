/** Links that let visitors in. Source: contract access-links; G33. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { NewAccessLink } from '@whereabouts/contract/access-links'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

/** All links of the account, newest first. Colleagues change them too: each visit of the page asks again. */
export const accessLinksQuery = queryOptions({
  queryKey: ['access-links'],
  queryFn: async ({ signal }) => (await api.accessLinks.list(undefined, { signal })).accesslinks,
  staleTime: 0,
})

export const useCreateLink = () =>
  useMutation({
    mutationFn: async (accesslink: NewAccessLink) =>
      (await api.accessLinks.create({ body: { accesslink } })).accesslink,
    onSuccess: (link) => queryClient.setQueryData(accessLinksQuery.queryKey, (links = []) => [link, ...links]),
  })

/** Takes codes and answers those that failed; only the others leave the list (LINK-04). */
export const useRemoveLinks = () =>
  useMutation({
    mutationFn: async (codes: string[]) => (await api.accessLinks.remove({ body: { accesslinks: codes } })).failed_list,
    onSuccess: (failed, codes) =>
      queryClient.setQueryData(accessLinksQuery.queryKey, (links = []) =>
        links.filter(({ link_code }) => !codes.includes(link_code) || failed.includes(link_code)),
      ),
  })
