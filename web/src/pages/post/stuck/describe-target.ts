import type { Account } from '#web/compose/draft/draft.ts'
import type { FirstMessages } from '#web/i18n/en/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import type { Post } from '#web/posts/post-time.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Walk } from '../walk/walk.ts'

type Target = Post['targets'][number]

/** A target that is under way, in words. */
interface TargetReport {
  readonly id: string
  readonly title: string
  readonly known: readonly string[]
  readonly next: string
}

interface Given {
  readonly walks: readonly Walk[]
  readonly accounts: readonly Account[]
  readonly messages: FirstMessages
  readonly wordOf: (status: Target['status']) => string
}

const active: readonly string[] = ['queued', 'publishing', 'processing', 'held'] satisfies readonly Target['status'][]

/** Says of each target that has not ended how far it is, what it waits for, and what Posthorn does next. */
export const describeTargets = (post: Post, given: Given): readonly TargetReport[] =>
  post.targets.filter(({ status }) => active.includes(status)).map((target) => describe(target, given))

function describe(target: Target, { walks, accounts, messages: { stuck, verdicts }, wordOf }: Given): TargetReport {
  const { id, network, status, accountId, attempts, waitsFor, error, errorCode, rawError } = target
  const walk = walks.find(({ targetId }) => targetId === id)
  const steps = walk?.steps ?? []
  const last = steps.at(-1)
  const account = accounts.find((one) => one.id === accountId)
  const { name } = networks[network]
  return {
    id,
    title: `${account ? `${name} · ${account.handle}` : name}: ${wordOf(status)}`,
    known: [
      `${stuck.steps(steps.length)}${last ? ` ${stuck.last(formatDayAndTime(last.at))}` : ''}`,
      stuck.attempts(attempts),
      ...[waitsFor && verdicts.wait(waitsFor), error && verdicts.failure(errorCode, error), rawError].filter(
        (line): line is string => Boolean(line),
      ),
    ],
    next: nextOf(target, walk, stuck),
  }
}

function nextOf(
  { network, status, waitsFor, nextAttemptAt }: Target,
  walk: Walk | undefined,
  words: FirstMessages['stuck'],
) {
  const when = waitsFor?.until ?? nextAttemptAt
  const lines = [
    walk?.now?.isLookedFor ? words.looksFor(networks[network].name) : '',
    when ? words.triesAt(formatDayAndTime(when)) : '',
  ].filter((line) => line !== '')
  if (lines.length > 0) return lines.join(' ')
  if (status === 'held' || waitsFor) return words.waits
  return status === 'queued' ? words.queued : words.works
}
