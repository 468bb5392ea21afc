/** What the console tells the server of indoor maps. Source: contract indoor-maps; G52. */
import { useMutation } from '@tanstack/react-query'
import type { indoorMaps } from '@whereabouts/contract/indoor-maps'
import type { BodyOf } from '@whereabouts/contract/kit'
import { MAP_IMAGE_LIMITS } from '@whereabouts/domain/picture-limits'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'
import { type PictureRules, toDataUrl } from '../pictures/chosen-picture.ts'
import { INDOOR_MAPS } from './queries.ts'

export const MAP_IMAGE_RULES: PictureRules = { types: ['png', 'jpeg'], limit: 'at most', ...MAP_IMAGE_LIMITS }

/** The list as it is now; the stream tells other consoles. */
const loadAgain = () => queryClient.refetchQueries({ queryKey: INDOOR_MAPS }, { throwOnError: true })

type NewMap = Omit<BodyOf<typeof indoorMaps.create>, 'map_image'> & { readonly image: Blob }

// The image is read within the call: it takes a moment in which nothing may be sent twice, and it can fail as well.
export const useCreateMap = () =>
  useMutation({
    mutationFn: async ({ image, ...words }: NewMap) =>
      api.indoorMaps.create({ body: { ...words, map_image: await toDataUrl(image) } }),
    onSuccess: loadAgain,
  })

export const useChangeMap = (id: string) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof indoorMaps.change>) => api.indoorMaps.change({ id, body }),
    onSuccess: loadAgain,
  })

export const useChangeMapImage = (id: string) =>
  useMutation({
    mutationFn: async (image: Blob) => api.indoorMaps.change({ id, body: { map_image: await toDataUrl(image) } }),
    onSuccess: loadAgain,
  })

export const useRemoveMap = () =>
  useMutation({
    mutationFn: (id: string) => api.indoorMaps.remove({ id }),
    onSuccess: loadAgain,
  })
