import { z } from 'zod'

/**
 * Facebook has no settings here: the options of its API need ids that only Facebook knows, or hide a post from people.
 */
export const settings = z.strictObject({})
