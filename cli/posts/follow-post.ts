import { seconds } from '#kernel/clock.ts'
import type { Client } from '#sdk/index.ts'
import { exitCodes } from '../exit-codes.ts'
import { clean } from '../output/clean.ts'
import type { Output } from '../output/output.ts'
import { type Post, sayDetail, type Target } from './show-post.ts'

interface Follow {
  readonly api: Pick<Client, 'getPost'>
  readonly out: Output
  readonly now: () => Date
  readonly wait: (ms: number) => Promise<void>
}

const everyMs = seconds(1)

/** Prints each change of a post until it reaches a final state. Returns the exit status of the outcome. */
export async function followPost({ api, out, now, wait }: Follow, id: string): Promise<number> {
  const seen = new Map<string, string>()
  for (;;) {
    const post = await api.getPost({ id })
    const at = now().toISOString()
    for (const target of post.targets) {
      const state = `${target.status.padEnd(10)}  ${clean(sayDetail(target))}`.trimEnd()
      if (seen.get(target.id) === state) continue
      seen.set(target.id, state)
      const { network, status, platformUrl, error, waitsFor } = target
      const piece = { at, postId: id, targetId: target.id, network, status, platformUrl, error, waitsFor }
      out.piece(piece, `${at}  ${network.padEnd(9)}  ${state}`)
    }
    if (!isMoving(post)) {
      out.piece({ at, postId: id, status: post.status }, `${at}  ${id} is ${post.status}.`)
      return outcomes[post.status]
    }
    await wait(everyMs)
  }
}

const moving: readonly Target['status'][] = ['queued', 'publishing', 'processing', 'held']

const isMoving = ({ status, targets }: Post): boolean =>
  ['scheduled', 'queued', 'publishing'].includes(status) || targets.some((target) => moving.includes(target.status))

const outcomes: Readonly<Record<Post['status'], number>> = {
  draft: exitCodes.done.status,
  scheduled: exitCodes.done.status,
  queued: exitCodes.done.status,
  publishing: exitCodes.done.status,
  published: exitCodes.done.status,
  partial: exitCodes.partial.status,
  failed: exitCodes.unpublished.status,
  unknown: exitCodes.unpublished.status,
}
