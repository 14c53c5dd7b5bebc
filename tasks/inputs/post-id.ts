import { z } from 'zod'

export const postIdInput = z.string().min(1).describe('The id of a post (post_…).')
