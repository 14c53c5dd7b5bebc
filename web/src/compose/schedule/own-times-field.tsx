import { useId, useState } from 'react'
import { fromWall, toWall } from '#rules/wall-clock.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatLength } from '#web/lib/time.ts'
import { inputStyle } from '#web/ui/form/labelled.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { nameOfAccount } from '../accounts/names.ts'
import type { Account, Draft } from '../draft/draft.ts'
import { countLater, delayOf, spread, withDelays, withOwnTime } from './own-times.ts'

interface FieldProps {
  readonly draft: Draft
  readonly accounts: readonly Account[]
  readonly zone: string
  readonly onChange: (changes: Pick<Draft, 'at' | 'own'>) => void
}

const chip = 'min-h-8 rounded-full border border-line bg-surface px-2.5 text-sm hover:bg-sunken max-md:min-h-11'
const gaps = [0, 600, 3_600]

/** Gives each account of the post its own time. Closed until one has it, or a person opens it. */
export function OwnTimesField({ draft, accounts, zone, onChange }: FieldProps) {
  const { schedule } = useMessages()
  const [isOpened, setOpened] = useState(false)
  const [isTooFar, setTooFar] = useState(false)
  const id = useId()
  const chosen = draft.accountIds.flatMap((one) => accounts.find((account) => account.id === one) ?? [])
  if (chosen.length < 2) return null
  const later = countLater(draft)
  const isOpen = isOpened || later > 0
  const apply = (next: Draft | null) => {
    setTooFar(next === null)
    if (next) onChange({ at: next.at, own: next.own })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <hr className="-mx-2 border-line" />
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpen)}
        disabled={later > 0}
        className="flex min-h-8 items-center gap-2 rounded-sm px-0.5 text-start font-medium max-md:min-h-11"
      >
        <span className="flex-1">{schedule.own.title}</span>
        {later === 0 && <Icon name="chevron" className={`size-4 text-ink-3 ${isOpen ? 'rotate-180' : ''}`} />}
      </button>
      {isOpen && (
        <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <fieldset className="flex flex-wrap gap-1.5">
            <legend className="sr-only">{schedule.own.gap}</legend>
            {gaps.map((seconds) => (
              <button key={seconds} type="button" onClick={() => apply(spread(draft, seconds))} className={chip}>
                {seconds === 0 ? schedule.own.together : schedule.own.apart(formatLength(seconds / 60))}
              </button>
            ))}
          </fieldset>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            {chosen.map((account) => (
              <OwnTime
                key={account.id}
                account={account}
                at={draft.at}
                seconds={delayOf(draft, account.id)}
                zone={zone}
                onTime={(time) => apply(withOwnTime(draft, account.id, time))}
                onDelay={(seconds) => apply(withDelays(draft, new Map([[account.id, seconds]])))}
              />
            ))}
          </ul>
          {isTooFar && (
            <p role="alert" className="text-failed text-sm">
              {schedule.own.tooFar}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

interface TimeProps {
  readonly account: Account
  readonly at: string | null
  readonly seconds: number
  readonly zone: string
  readonly onTime: (time: string) => void
  readonly onDelay: (seconds: number) => void
}

const usualDelays = [0, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400]

/** The time of one account: a time of day if the post has one, otherwise how long after the post it publishes. */
function OwnTime({ account, at, seconds, zone, onTime, onDelay }: TimeProps) {
  const { schedule } = useMessages()
  const label = schedule.own.of(nameOfAccount(account))
  const delays = [...new Set([...usualDelays, seconds])].sort((one, other) => one - other)
  const field = `${inputStyle} nums min-w-0 px-2!`
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 gap-y-1">
      <AccountFace account={account} size={28} />
      <OneLine className="text-sm">{nameOfAccount(account)}</OneLine>
      {at === null ? (
        <select
          aria-label={label}
          value={seconds}
          onChange={({ target }) => onDelay(Number(target.value))}
          className={`${field} col-start-2`}
        >
          {delays.map((one) => (
            <option key={one} value={one}>
              {one === 0 ? schedule.own.atOnce : schedule.own.after(formatLength(Math.ceil(one / 60)))}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="datetime-local"
          aria-label={label}
          value={toWall(Date.parse(at) + seconds * 1_000, zone)}
          onChange={({ target }) => target.value !== '' && onTime(fromWall(target.value, zone).at)}
          className={`${field} col-start-2`}
        />
      )}
    </li>
  )
}
