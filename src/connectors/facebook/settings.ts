import { z } from 'zod'

/** What Facebook lets a page say beyond text and media needs ids that only it knows, or hides a post from people. */
export const settings = z.strictObject({})
