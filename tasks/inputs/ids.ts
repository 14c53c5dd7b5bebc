import { z } from 'zod'

/** The id of a thing, which the API looks up. */
export const idInput = (prefix: string) => z.string().regex(/^\w+$/, `must be an id that begins with ${prefix}_`)

export const postIdInput = idInput('post').describe('The id of a post (post_…).')
