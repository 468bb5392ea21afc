/** Sends a stored picture with headers that let a browser do nothing but show it. Source: security rule 23. */
import type { FastifyReply } from 'fastify'

export const sendImage = (
  reply: FastifyReply,
  { image_type, image }: { image_type: string; image: Buffer },
): FastifyReply =>
  reply
    .type(image_type)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .send(image)
