import type { CallOptions, Input } from '#sdk/index.ts'
import { describeCheck, shortenCheck } from '#tasks/posts/answers/check.ts'
import { clientCommand, type Run } from '../client-command.ts'
import { UsageFault } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { draftRow, postRow, scheduleRow } from '../rows/posts.ts'
import { followPost } from './follow-post.ts'
import { readConfirmed, readContent } from './read-content.ts'
import { readTime } from './read-time.ts'
import { showPost } from './show-post.ts'

type Body = Input<'createPost'>

export const post = clientCommand(postRow, async (run) => {
  if (run.flags.to === undefined)
    throw new UsageFault('expects the accounts to publish to, for example --to bluesky,mastodon')
  const body = { ...(await readContent(run, run.words)), ...readConfirmed(run.flags.confirm) }
  if (run.flags['dry-run']) return await check(run, body)
  const created = await run.api.createPost(body, keyOf(run.flags))
  if (run.flags.wait) return await followPost(run, created.id)
  showPost(run.out, created)
  if (!run.out.isJson) run.note(`To follow it, run: posthorn status ${created.id} --watch`)
  return exitCodes.done.status
})

export const draft = clientCommand(draftRow, async (run) => {
  const body = await readContent(run, run.words)
  showPost(run.out, await run.api.createPost({ ...body, saveAsDraft: true }, keyOf(run.flags)))
  return exitCodes.done.status
})

export const schedule = clientCommand(scheduleRow, async (run) => {
  const { flags, words, api, out } = run
  const confirmed = readConfirmed(flags.confirm)
  const [word = ''] = words
  if (/^post_[0-9a-z]+$/.test(word)) {
    if (flags['dry-run']) throw new UsageFault('checks only new posts. Omit --dry-run or the ID')
    showPost(out, await api.updatePost({ id: word, ...(await readTime(run, word)), ...confirmed }))
    return exitCodes.done.status
  }
  if (flags.to === undefined)
    throw new UsageFault('expects the accounts to publish to, for example --to bluesky,mastodon')
  const time = await readTime(run, null)
  const body = { ...(await readContent(run, words)), ...time, ...confirmed }
  if (flags['dry-run']) return await check(run, body)
  showPost(out, await api.createPost(body, keyOf(flags)))
  return exitCodes.done.status
})

/** Checks a post without storing it. The exit status says whether it can be published as it is. */
async function check({ api, out }: Pick<Run<typeof postRow>, 'api' | 'out'>, body: Body): Promise<number> {
  const found = shortenCheck(await api.validatePost(body))
  out.show(found, () => [
    describeCheck(found),
    ...found.previews.flatMap(({ network, text }) => ['', `${network}:`, text]),
  ])
  return found.canPublish && found.warnings.length === 0 ? exitCodes.done.status : exitCodes.refused.status
}

const keyOf = (flags: { readonly 'idempotency-key'?: string }): CallOptions =>
  flags['idempotency-key'] === undefined ? {} : { idempotencyKey: flags['idempotency-key'] }
