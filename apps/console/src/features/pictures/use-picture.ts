/** A picture one can show. Source: G08. */
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { pictureQuery } from './queries.ts'

/**
 * The `blob:` address of a file for as long as the component stands. Made before the browser paints, so that a file
 * that is there already shows at once.
 */
export function useFileUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useLayoutEffect(() => {
    if (file === undefined) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}

/**
 * The `blob:` address of a picture the server keeps, fetched once however many show it; undefined while there is none
 * to show. `address` is what a profile or a device names; '' or undefined means none.
 */
export function usePicture(address: string | undefined): string | undefined {
  const { data: file } = useQuery(pictureQuery(address ?? ''))
  return useFileUrl(file)
}
