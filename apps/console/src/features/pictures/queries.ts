/** Pictures people uploaded: photos, logos, floor plans. The server gives them to sessions of their account only. Source: G08; security rule 22. */
import { CancelledError, queryOptions } from '@tanstack/react-query'
import { callHeaders } from '../../lib/api.ts'
import { fetchInTime } from '../../lib/patience.ts'
import { isOwnAddress } from './own-address.ts'

/** The file of a picture by its address, kept packed as it came; '' has none. */
export const pictureQuery = (address: string) =>
  queryOptions({
    queryKey: ['picture', address],
    queryFn: async ({ signal }): Promise<Blob> => {
      const answer = await fetchInTime(address, { headers: callHeaders(), signal })
      if (!answer.ok) throw new Error(`A picture answered ${answer.status}.`)
      return answer.blob()
    },
    retry: 1,
    structuralSharing: false,
    enabled: address !== '' && isOwnAddress(address, window.location.origin),
  })

/**
 * True where nobody looks at the picture any more, as the session ended or the page was left, or where the network is away, which the
 * banner tells: no fault of the picture.
 */
export const isCalledOff = (error: unknown): boolean =>
  error instanceof CancelledError ||
  error instanceof TypeError ||
  (error instanceof DOMException && error.name === 'AbortError')
