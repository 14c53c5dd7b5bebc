import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { NetworkMark, networks as names } from '#web/ui/marks/network-mark.tsx'
import { Section } from '#web/ui/section.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { UserName } from '../parts/user-name.tsx'
import type { NetworkQueue, Scope } from './use-queue.ts'

interface Actions {
  readonly isBusy: boolean
  readonly onPause: (scope: Scope) => void
  readonly onResume: (scope: Scope) => void
}

interface TableProps {
  readonly networks: readonly NetworkQueue[]
  /** Null for read-only users. */
  readonly actions: Actions | null
}

const numberStyle = 'nums w-22 whitespace-nowrap px-2 text-end max-md:hidden'

/** Shows the backlog by network, and which networks are paused, by whom and why. */
export function NetworksTable({ networks, actions }: TableProps) {
  const words = useMessages('admin').admin.queue
  return (
    <Section title={words.networks}>
      <table className="w-full rounded-lg border border-line bg-surface [border-collapse:separate] [border-spacing:0]">
        <thead className="text-ink-3 text-sm max-md:sr-only">
          <tr className="[&>th]:h-10 [&>th]:font-medium">
            <th className="px-4 text-start">{words.network}</th>
            <th className={numberStyle}>{words.due}</th>
            <th className={numberStyle}>{words.atWork}</th>
            <th className={numberStyle}>{words.later}</th>
            {actions && (
              <th className="w-0 px-4">
                <span className="sr-only">{words.action}</span>
              </th>
            )}
          </tr>
        </thead>
        {networks.map((network) => (
          <NetworkRows key={network.network} network={network} actions={actions} />
        ))}
      </table>
    </Section>
  )
}

/** The figures of a network, and below them anything unusual. */
function NetworkRows({ network, actions }: { readonly network: NetworkQueue; readonly actions: Actions | null }) {
  const words = useMessages('admin').admin.queue
  const { platform, ready, atWork, waiting, pause, restsUntil, oldestReadyAt } = network
  const { name } = names[network.network]
  const isOrdinary = !pause && !restsUntil && !oldestReadyAt
  return (
    <tbody
      data-rows
      className="[&>tr:first-child>*]:border-line [&>tr:first-child>*]:border-t max-md:[thead+&>tr:first-child>*]:border-t-0"
    >
      <tr className="h-13">
        <th scope="row" className="px-4 text-start font-normal">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-md:pt-2">
            <NetworkMark network={network.network} />
            <span className="font-medium">{name}</span>
            {pause && <Tag tone="waiting">{words.paused}</Tag>}
            {!pause && restsUntil && <Tag tone="waiting">{words.rests}</Tag>}
          </span>
          <span className="nums block pb-2 text-ink-3 text-sm md:hidden">
            {ready + atWork + waiting === 0
              ? words.idle
              : words.counts(formatNumber(ready), formatNumber(atWork), formatNumber(waiting))}
          </span>
        </th>
        <Count value={ready} />
        <Count value={atWork} />
        <Count value={waiting} />
        {actions && (
          <td className="w-0 ps-2 pe-3 text-end">
            {pause ? (
              <Button
                aria-label={words.resumeOf(name)}
                disabled={actions.isBusy}
                onClick={() => actions.onResume(platform)}
              >
                {words.resume}
              </Button>
            ) : (
              <Button variant="quiet" aria-label={words.pauseOf(name)} onClick={() => actions.onPause(platform)}>
                {words.pause}
              </Button>
            )}
          </td>
        )}
      </tr>
      {!isOrdinary && (
        <tr>
          <td colSpan={5} className="break-words px-4 pb-3 text-sm">
            <Reason network={network} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

const Count = ({ value }: { readonly value: number }) => (
  <td className={`${numberStyle} ${value === 0 ? 'text-ink-3' : 'font-medium'}`}>{formatNumber(value)}</td>
)

/** Explains why nothing is published, or since when an overdue post has been waiting. */
function Reason({ network }: { readonly network: NetworkQueue }) {
  const { admin, verdicts } = useMessages('admin')
  const words = admin.queue
  const { pause, restsUntil, restsWhy, restsWhyCode, oldestReadyAt } = network
  return (
    <>
      {pause && (
        <p className="text-ink-2">
          <bdi>{pause.reason}</bdi>
        </p>
      )}
      {pause && (
        <p className="text-ink-3">
          {words.pausedSince(formatDistance(pause.since))}
          {pause.byUid && (
            <>
              {` ${words.by} `}
              <UserName uid={pause.byUid} />
            </>
          )}
        </p>
      )}
      {restsUntil && (
        <p className="text-ink-2">
          {words.restsUntil(formatDistance(restsUntil))}{' '}
          {restsWhy && <bdi>{verdicts.rest(restsWhyCode, restsWhy)}</bdi>}
        </p>
      )}
      {oldestReadyAt && (
        <p className={pause ? 'text-ink-3' : 'text-held'}>{words.since(formatDistance(oldestReadyAt))}</p>
      )}
    </>
  )
}
