import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatLateness } from '#web/lib/time.ts'
import { listStages, type Stage } from './phases.ts'
import type { Walk } from './walk.ts'

/** The maximum number of visible stages. A long thread has many. */
const shownMost = 8

/** A shorter time would be shown as zero. */
const tellableMs = 50

/** The progress of a post at a network, stage by stage, live. */
export function StepStrip({ walk }: { readonly walk: Walk }) {
  const { walks } = useMessages()
  const stages = listStages(walk)
  const earlier = Math.max(0, stages.length - shownMost)
  if (stages.length === 0) return null
  return (
    <ol aria-label={walks.steps} className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-x-1.5 gap-y-3">
      {earlier > 0 && <li className="self-end text-ink-3 text-xs">{walks.earlier(earlier)}</li>}
      {stages.slice(earlier).map((stage) => (
        <StageItem key={stage.key} stage={stage} isWaiting={walk.status === 'queued' || walk.status === 'held'} />
      ))}
    </ol>
  )
}

const bars: Readonly<Record<Stage['state'], string>> = {
  done: 'bg-published',
  found: 'bg-published',
  not_found: 'bg-held',
  now: 'bg-publishing motion-safe:animate-pulse',
  looked_for: 'bg-held motion-safe:animate-pulse',
}

function StageItem({ stage, isWaiting }: { readonly stage: Stage; readonly isWaiting: boolean }) {
  const { walks } = useMessages()
  const { phase, state, tookMs, part } = stage
  const isNow = state === 'now' || state === 'looked_for'
  const done = part === null ? walks.done[phase] : walks.partDone(part)
  const words = state === 'done' ? done : state === 'now' ? walks.now[phase] : walks.doubt[state]
  return (
    <li className="grid content-start gap-1" aria-current={isNow ? 'step' : undefined} data-stage={state}>
      <span
        className={`h-1 rounded-full transition-colors duration-240 ${isNow && isWaiting ? 'bg-line' : bars[state]}`}
      />
      <span className={`flex items-start gap-1 text-xs ${isNow ? 'text-ink-2' : 'text-ink-3'}`}>
        {!isNow && <Icon name={state === 'not_found' ? 'close' : 'check'} className="mt-px size-3.5 shrink-0" />}
        <span>
          {words}
          {tookMs !== null && tookMs >= tellableMs && <span className="nums block">{formatLateness(tookMs)}</span>}
        </span>
      </span>
    </li>
  )
}
