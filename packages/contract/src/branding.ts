/**
 * How an account shows itself: its logo and its about page. Pictures come as data URLs and leave as addresses under
 * `MEDIA_PATH`. Source: specification §5, §9; G08, G67; security rules 22, 23.
 */
import { z } from 'zod'
import { endpoint, Nothing } from './kit.ts'
import { linkText, pictureDataUrl } from './texts.ts'

/** Uploads are served here by unguessable names, to sessions of their account only. */
export const MEDIA_PATH = '/app/media/'

export const branding = {
  /**
   * A PNG of at most 24 px height and 100 KB; 400001 with info `custom_logo.type`, `.size`, `.height`, `.pixels` (more than
   * 25 million), `.broken`, or `.quota` (too many pictures in the account).
   */
  setLogo: endpoint
    .post('/app/users/customlogo', 'manageAccount', 'Puts a logo in place of the brand’s.')
    .withPictures()
    .takes(z.strictObject({ custom_logo: pictureDataUrl }))
    .answers(z.object({ custom_logo: z.string() })),
  removeLogo: endpoint
    .delete('/app/users/customlogo', 'manageAccount', 'Goes back to the brand’s logo.')
    .answers(Nothing),
  /**
   * A PNG or JPEG under 200 x 800 px and 1 MB; 400001 with info `image.type`, `.size`, `.width`, `.height`, `.broken` or
   * `.quota`.
   */
  setAboutImage: endpoint
    .put('/app/users/about/image', 'manageAccount', 'Puts a picture on the about page.')
    .withPictures()
    .takes(z.strictObject({ image: pictureDataUrl }))
    .answers(z.object({ image_url: z.string() })),
  removeAboutImage: endpoint
    .delete('/app/users/about/image', 'manageAccount', 'Takes the picture off the about page.')
    .answers(Nothing),
  /** The address the picture leads to; '' for none. */
  setAboutContent: endpoint
    .put('/app/users/about/content', 'manageAccount', 'Says where the picture of the about page leads.')
    .takes(z.strictObject({ content: linkText.or(z.literal('')) }))
    .answers(Nothing),
}
