import { readList } from '../arguments.ts'
import { clientCommand } from '../client-command.ts'
import { UsageFault } from '../command.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { cancelRow, resolveRow, retryRow, statusRow } from '../rows/posts.ts'
import { followPost } from './follow-post.ts'
import { type Post, showPost, type Target } from './show-post.ts'

export const status = clientCommand(statusRow, async (run) => {
  const { flags, words, api, out } = run
  const [id = ''] = words
  if (flags.watch) return await followPost(run, id)
  showPost(out, await api.getPost({ id }))
  return exitCodes.done.status
})

export const retry = clientCommand(retryRow, async ({ flags, words, api, out }) => {
  const [id = ''] = words
  showPost(out, await api.retryPost(flags.to === undefined ? { id } : { id, platforms: readList(flags.to) }))
  return exitCodes.done.status
})

export const cancel = clientCommand(cancelRow, async ({ words, api, out }) => {
  for (const postId of words) out.piece(await api.cancelPost({ postId }), `${postId} is now a draft.`)
  return exitCodes.done.status
})

export const resolve = clientCommand(resolveRow, async ({ flags, words, api, out }) => {
  if ((flags.published === true) === (flags['send-again'] === true))
    throw new UsageFault('expects --published or --send-again, depending on what you found on the network')
  const [id = ''] = words
  const { id: targetId } = pickTarget(await api.getPost({ id }), flags.target)
  const found = flags['found-at'] === undefined ? {} : { platformUrl: flags['found-at'] }
  showPost(
    out,
    await api.resolvePostTarget({ id, targetId, resolve: flags.published ? 'published' : 'retry', ...found }),
  )
  return exitCodes.done.status
})

function pickTarget({ id, targets }: Post, named: string | undefined): Target {
  const unknown = targets.filter(({ status }) => status === 'unknown')
  const meant = named === undefined ? unknown : targets.filter((one) => one.id === named || one.network === named)
  const [first, ...others] = meant
  if (first && others.length === 0) return first
  if (unknown.length === 0) throw new CommandFailure('refused', `${id} has no targets with an unknown outcome.`)
  const names = unknown.map((one) => `${one.id} (${one.network})`).join(', ')
  throw new UsageFault(`expects --target with one of the unknown targets: ${names}`)
}
