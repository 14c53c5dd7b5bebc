import { getStatus } from '#tasks/posts/get-status.ts'
import type { Api } from '#tasks/task.ts'

/** Reads a post as it is now. */
export const readPost = (api: Api, post: string) => getStatus.run(api, { post, waitSeconds: 0 })
