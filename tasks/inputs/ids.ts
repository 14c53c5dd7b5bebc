import { z } from 'zod'

/** An ID, which the API looks up. */
export const idInput = (prefix: string) => z.string().regex(/^\w+$/, `must be an ID that starts with ${prefix}_`)

export const postIdInput = idInput('post').describe('The post ID (post_…).')
