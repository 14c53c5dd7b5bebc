import { z } from 'zod'
import { accountsInput, findPlaces } from '../inputs/accounts.ts'
import { confirmWarningsInput, contentFields, splitOwn, withOwn, writeFields } from '../inputs/content.ts'
import { postIdInput } from '../inputs/ids.ts'
import { confirming, placesOf } from '../inputs/post-or-new.ts'
import { changes, defineTask } from '../task.ts'
import { describePost, postOutput, shortenPost } from './answers/post.ts'

export const editPost = defineTask({
  name: 'edit_post',
  title: 'Edit a post',
  about:
    'Changes a post’s content or accounts until publishing starts. Omitted fields are unchanged. ' +
    '`accounts` replaces the whole list.',
  scopes: ['posts:read', 'posts:write', 'posts:publish', 'connections:read'],
  effect: changes,
  input: z.strictObject({
    post: postIdInput,
    accounts: accountsInput.exactOptional(),
    ...contentFields,
    confirmWarnings: confirmWarningsInput,
  }),
  output: postOutput,
  async run(api, { post: id, accounts, confirmWarnings, ...fields }) {
    const [own, rest] = splitOwn(fields)
    const change = { ...writeFields(rest), ...confirming(confirmWarnings) }
    if (accounts === undefined && Object.keys(own).length === 0)
      return shortenPost(await api.updatePost({ id, ...change }))
    const stored = await api.getPost({ id })
    const places: readonly { readonly platform: string }[] = accounts
      ? await findPlaces(api, stored.profileId, accounts)
      : placesOf(stored)
    const platforms = withOwn(places, own) as NonNullable<Parameters<typeof api.updatePost>[0]['platforms']>
    return shortenPost(await api.updatePost({ id, ...change, platforms }))
  },
  describe: describePost,
})
