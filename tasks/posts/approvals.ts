import { z } from 'zod'
import type { Result } from '#sdk/index.ts'
import { postIdInput } from '../inputs/ids.ts'
import { refuseInput } from '../run-task.ts'
import { changes, defineTask, publishes } from '../task.ts'

const approvalOutput = z.object({
  post: z.string(),
  status: z.string(),
  required: z.int().describe('The number of people who must approve.'),
  approvals: z.int().describe('The number of approvals of the current version of the post.'),
})

const shorten = (post: string, { status, required, decisions }: Result<'getPostApprovals'>) => ({
  post,
  status,
  required,
  approvals: decisions.filter(({ decision, isCurrent }) => decision === 'approved' && isCurrent).length,
})

const describe = ({ post, status, required, approvals }: z.output<typeof approvalOutput>): string =>
  `${post}: ${status.replaceAll('_', ' ')}, ${approvals} of ${required} approvals.`

export const approvePost = defineTask({
  name: 'approve_post',
  title: 'Approve a post',
  about:
    'Approves the current version of a post. After the last required approval, the post is published. Show the post to the user first.',
  scopes: ['posts:read', 'posts:write', 'posts:publish'],
  effect: publishes,
  input: z.strictObject({
    post: postIdInput,
    contentHash: z
      .string()
      .min(1)
      .exactOptional()
      .describe(
        'The hash of the content that the user saw. If the post has changed since, the call is rejected. Defaults to the current content.',
      ),
  }),
  output: approvalOutput,
  async run(api, { post: id, contentHash }) {
    const hash = contentHash ?? (await api.getPostApprovals({ id })).contentHash
    if (hash === null) return refuseInput('/post', 'This post needs no approval.')
    return shorten(id, await api.approvePost({ id, contentHash: hash }))
  },
  describe,
})

export const rejectPost = defineTask({
  name: 'reject_post',
  title: 'Reject a post',
  about: 'Rejects a post that is waiting for approval. It becomes a draft, and its author receives the reason.',
  scopes: ['posts:write'],
  effect: changes,
  input: z.strictObject({
    post: postIdInput,
    reason: z.string().min(1).describe('What the author should change.'),
  }),
  output: approvalOutput,
  async run(api, { post: id, reason }) {
    return shorten(id, await api.rejectPost({ id, reason }))
  },
  describe,
})
