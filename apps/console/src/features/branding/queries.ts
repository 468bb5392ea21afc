/** Logo and about page of the account: what is there, and how it changes. Source: contract branding; G67. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ABOUT_IMAGE_LIMITS, LOGO_LIMITS } from '@whereabouts/domain/picture-limits'
import { api } from '../../lib/signed-in-api.ts'
import { noteProfile } from '../auth/queries.ts'
import { decodedSize, type PictureRules, toDataUrl } from '../pictures/chosen-picture.ts'
import { pictureQuery } from '../pictures/queries.ts'

export const LOGO_RULES: PictureRules = { types: ['png'], limit: 'at most', ...LOGO_LIMITS }
export const ABOUT_RULES: PictureRules = { types: ['png', 'jpeg'], limit: 'under', ...ABOUT_IMAGE_LIMITS }

/** Uploads the file, or resets to the default without one. The header follows at once. */
export const useChangeLogo = () =>
  useMutation({
    mutationFn: async (file: File | undefined): Promise<string> => {
      if (file === undefined) {
        await api.branding.removeLogo()
        return ''
      }
      return (await api.branding.setLogo({ body: { custom_logo: await toDataUrl(file) } })).custom_logo
    },
    onSuccess: (custom_logo) => noteProfile({ custom_logo }),
  })

/** The same for the image of the about page. */
export const useChangeAboutImage = () =>
  useMutation({
    mutationFn: async (file: File | undefined): Promise<string> => {
      if (file === undefined) {
        await api.branding.removeAboutImage()
        return ''
      }
      return (await api.branding.setAboutImage({ body: { image: await toDataUrl(file) } })).image_url
    },
    onSuccess: (about_image) => noteProfile({ about_image }),
  })

export const useChangeAboutLink = () =>
  useMutation({
    mutationFn: (content: string) => api.branding.setAboutContent({ body: { content } }),
    onSuccess: (_answer, about_content) => noteProfile({ about_content }),
  })

const factsQuery = (address: string, file: Blob | undefined) =>
  queryOptions({
    queryKey: ['pictureSize', address],
    queryFn: async () => (file && (await decodedSize(file))) ?? null,
    enabled: file !== undefined,
  })

/** Width, height and weight of a picture the server keeps; undefined while they are not known, or there is none. */
export function usePictureFacts(address: string) {
  const { data: file } = useQuery(pictureQuery(address))
  const { data: size } = useQuery(factsQuery(address, file))
  return file && size ? { ...size, bytes: file.size } : undefined
}
