/** Pictures people uploaded. The server gives them to sessions of their account only. Source: G08; security rule 22. */
import { queryOptions } from '@tanstack/react-query'
import { callHeaders } from '../../lib/api.ts'

/** The token is sent along, so it goes to our own server only, whatever a stored address says. */
export function isOwnAddress(address: string, origin: string): boolean {
  return address.startsWith('/') && URL.canParse(address, origin) && new URL(address, origin).origin === origin
}

/** The file of a picture by its address; '' has none. */
export const pictureQuery = (address: string) =>
  queryOptions({
    queryKey: ['picture', address],
    queryFn: async ({ signal }): Promise<Blob> => {
      const answer = await fetch(address, { headers: callHeaders(), signal })
      if (!answer.ok) throw new Error(`A picture answered ${answer.status}.`)
      return answer.blob()
    },
    retry: 1,
    structuralSharing: false,
    enabled: address !== '' && isOwnAddress(address, window.location.origin),
  })
