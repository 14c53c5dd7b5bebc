import { useMutation } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import type { FirstMessages } from '#web/i18n/en/index.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Walk } from '../walk/walk.ts'

interface DialogProps {
  readonly post: Post
  readonly walks: readonly Walk[]
  readonly accounts: readonly Account[]
  readonly onClose: () => void
}

/** A report on a post that takes too long: what is known, what happens next, and a way to send it to the operator. */
export function StuckDialog({ post, walks, accounts, onClose }: DialogProps) {
  const messages = useMessages()
  const { stuck, shell } = messages
  const report = useMutation({ mutationFn: () => api.reportStuckPost({ id: post.id }) })
  const targets = describeTargets(post, { walks, accounts, messages, wordOf: (status) => shell.post.target[status] })
  const since = stuck.since(shell.post.status[post.status], formatDayAndTime(post.statusSince))
  const lines = targets.flatMap(({ title, known, next }) => ['', title, ...[...known, next].map((line) => `- ${line}`)])
  return (
    <Dialog isWide title={stuck.report} onClose={onClose}>
      <p className="text-ink-2">{since}</p>
      {targets.map(({ id, title, known, next }) => (
        <section key={id} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line p-4">
          <h3 className="font-semibold">
            <bdi>{title}</bdi>
          </h3>
          <div>
            <p className="text-ink-3 text-sm">{stuck.known}</p>
            {known.map((line) => (
              <p key={line} className="break-words">
                {line}
              </p>
            ))}
          </div>
          <div>
            <p className="text-ink-3 text-sm">{stuck.next}</p>
            <p>{next}</p>
          </div>
        </section>
      ))}
      <CopyField label={stuck.copy} value={[`${stuck.post} ${post.id}`, since, ...lines].join('\n')} />
      {report.error && <ProblemBanner error={report.error} />}
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
        <p role="status" className="min-w-0 flex-1 basis-56 text-ink-3 text-sm">
          {report.isSuccess ? stuck.sent : stuck.sendLead}
        </p>
        {!report.isSuccess && (
          <Button variant="primary" isBusy={report.isPending} onClick={() => report.mutate()}>
            {stuck.send}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

type Target = Post['targets'][number]

/** The description of a target in progress. */
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

/** Describes the progress of each unfinished target, what it is waiting for, and what Posthorn does next. */
const describeTargets = (post: Post, given: Given): readonly TargetReport[] =>
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
