import { z } from 'zod'
import type { Input, Result } from '#sdk/index.ts'
import { refuseInput } from '../run-task.ts'
import type { Api } from '../task.ts'
import { confirmWarningsInput, type NewPost, newPostFields, writeBody } from './content.ts'
import { postIdInput } from './ids.ts'

/** Either the ID of an existing post, or the fields of a new one. */
export const postOrNewFields = {
  post: postIdInput.exactOptional().describe('The ID of an existing post (post_…). If omitted, a new post is created.'),
  ...newPostFields,
  confirmWarnings: confirmWarningsInput,
  dryRun: z
    .boolean()
    .default(false)
    .describe(
      'Only checks the post and shows what each network would receive. Do this first and show the user the result.',
    ),
}

const requestFields = z.object(postOrNewFields)
type Wish = Omit<z.output<typeof requestFields>, 'dryRun'>
type Body = Input<'createPost'>

/** Returns the ID of the existing post, or the request body of the new one. */
export async function readPostOrNew(
  api: Api,
  { post, confirmWarnings, ...fields }: Wish,
): Promise<{ readonly id: string } | { readonly body: Body }> {
  if (post === undefined) return { body: { ...(await writeBody(api, fields)), ...confirming(confirmWarnings) } }
  const [field] = Object.keys(fields satisfies NewPost)
  if (field !== undefined)
    refuseInput(`/${field}`, 'Omit this field when you pass `post`. Use edit_post to change a post’s content.')
  return { id: post }
}

export const confirming = (confirmWarnings: boolean | string[] | undefined) =>
  confirmWarnings === undefined ? {} : { confirmWarnings }

/** Converts a stored post to the request body that would create it, for validation. */
export const bodyOf = (post: Result<'getPost'>): Body =>
  ({
    profileId: post.profileId,
    content: post.content,
    title: post.title,
    platforms: placesOf(post),
    media: post.media,
    format: post.format,
    thread: post.thread,
    language: post.language,
    firstComment: post.firstComment,
    link: post.link,
    settings: post.settings,
    confirmWarnings: post.confirmWarnings,
    timezone: post.timezone,
  }) as Body

/** Returns the accounts of a stored post, each with its overrides. */
export const placesOf = ({ targets }: Pick<Result<'getPost'>, 'targets'>) =>
  targets.map(({ platform, accountId, overrides }) => ({
    platform,
    ...(accountId === null ? {} : { accountId }),
    ...overrides,
  }))
