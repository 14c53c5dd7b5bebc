import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { fromWall } from '#rules/wall-clock.ts'
import { accountsQuery, profilesQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import { useQuickSignature } from '#web/compose/texts/use-quick-signature.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { now } from '#web/lib/clock.ts'
import { startOfDay } from '#web/lib/day.ts'
import { formatShortDay } from '#web/lib/time.ts'
import { shownZone } from '#web/lib/zones.ts'
import { usualAccounts } from '#web/pages/compose/usual-accounts.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { inputStyle } from '#web/ui/form/labelled.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { ZoneName } from '#web/ui/zone/zone-name.tsx'
import type { Spot } from './use-quick-compose.ts'
import { useQuickSave } from './use-quick-save.ts'

interface QuickProps {
  readonly profileId: string
  readonly spot: Spot
  /** The text that was written and not saved yet. */
  readonly text: RefObject<string>
  /** Writes a note on the day instead. */
  readonly onNote: () => void
  readonly onClose: () => void
}

/** A small composer on a day of the calendar: a text, a time, and the accounts of the previous post. */
export function QuickComposer({ profileId, spot, text, onNote, onClose }: QuickProps) {
  const { calendar, compose, shell, slots, writing } = useMessages()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const { maySubmit } = useRights()
  const brand = useQuery(profilesQuery).data?.find(({ id }) => id === profileId)
  const needsApproval = (brand?.requiredApprovals ?? 0) > 0
  const [content, setContent] = useState(text.current)
  const [time, setTime] = useState(clockOf(spot.minute))
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const accountIds = picked ?? usualAccounts(profileId, accounts)
  const at = time === '' ? null : fromWall(`${spot.day}T${time}`, shownZone()).at
  const isPast = at !== null && Date.parse(at) <= now()
  const write = (next: string) => {
    text.current = next
    setContent(next)
  }
  const signature = useQuickSignature(profileId, content)
  const { save, openInComposer } = useQuickSave({
    profileId,
    accounts,
    needsApproval,
    post: { content: signature.signed, accountIds, at },
    onSaved: () => {
      text.current = ''
      onClose()
    },
  })
  const isBlank = content.trim() === ''
  const day = formatShortDay(startOfDay(spot.day))
  const toggle = (id: string) =>
    setPicked(accountIds.includes(id) ? accountIds.filter((one) => one !== id) : [...accountIds, id])
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={spot.anchor} sideOffset={6} collisionPadding={8} className="z-30">
          <Popover.Popup
            initialFocus={field}
            finalFocus={() => (spot.anchor.isConnected ? spot.anchor : true)}
            className="grid w-80 max-w-[calc(100vw-1rem)] animate-rise grid-cols-[minmax(0,1fr)] gap-2 rounded-lg bg-raised p-3 shadow-3 outline-none ring-1 ring-line-2"
          >
            <div className="flex items-center gap-2">
              <Popover.Title className="font-semibold">{day}</Popover.Title>
              <input
                type="time"
                aria-label={calendar.quick.time}
                aria-invalid={isPast}
                required
                value={time}
                onChange={(event) => setTime(event.target.value)}
                className={`${inputStyle} nums w-auto! px-2!`}
              />
              <button
                type="button"
                aria-label={calendar.notes.add}
                title={calendar.notes.add}
                onClick={onNote}
                className={`${iconButtonStyle} ms-auto`}
              >
                <Icon name="note" className="size-4" />
              </button>
              <Popover.Close aria-label={shell.close} className={`${iconButtonStyle} -me-1`}>
                <Icon name="close" className="size-4" />
              </Popover.Close>
            </div>
            <ZoneName className="-mt-1.5 whitespace-normal! text-2xs!" />
            <textarea
              ref={field}
              dir="auto"
              rows={3}
              aria-label={compose.text}
              placeholder={compose.text}
              value={content}
              onChange={(event) => write(event.target.value)}
              className="field-sizing-content max-h-60 min-h-20 w-full resize-none bg-transparent py-1 text-lg outline-none sm:text-base"
            />
            {signature.line && <div className="-mx-5 -my-2">{signature.line}</div>}
            <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
              <legend className="sr-only">{compose.accounts}</legend>
              {accounts
                .filter(({ status }) => status === 'active')
                .map((account) => (
                  <AccountToggle
                    key={account.id}
                    account={account}
                    isChosen={accountIds.includes(account.id)}
                    onToggle={() => toggle(account.id)}
                  />
                ))}
              <span className="nums ms-1 text-ink-3 text-xs">{calendar.quick.accounts(accountIds.length)}</span>
            </fieldset>
            {isPast && <p className="text-failed text-sm">{calendar.inThePast}</p>}
            {save.error && (
              <ProblemBanner error={save.error}>
                {isRefusal(save.error, 'warnings_unconfirmed') && (
                  <Button onClick={() => save.mutate('confirm')}>{slots.confirm}</Button>
                )}
              </ProblemBanner>
            )}
            <div className="flex flex-wrap items-center justify-end gap-2">
              <Button
                variant="quiet"
                className="me-auto -ms-2 px-2"
                aria-label={calendar.quick.open}
                title={calendar.quick.open}
                isBusy={openInComposer.isPending}
                onClick={() => openInComposer.mutate()}
              >
                <Icon name="external" className="size-4.5" />
              </Button>
              <Button
                className="whitespace-nowrap"
                disabled={isBlank || at === null}
                onClick={() => save.mutate('draft')}
              >
                {compose.saveDraft}
              </Button>
              {maySubmit && (
                <Button
                  variant="primary"
                  className="whitespace-nowrap"
                  aria-label={needsApproval && accountIds.length > 0 ? writing.askFor(accountIds.length) : undefined}
                  disabled={isBlank || at === null || isPast || accountIds.length === 0}
                  isBusy={save.isPending}
                  onClick={() => save.mutate('schedule')}
                >
                  {needsApproval ? writing.ask : calendar.quick.schedule}
                </Button>
              )}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

interface ToggleProps {
  readonly account: Account
  readonly isChosen: boolean
  readonly onToggle: () => void
}

function AccountToggle({ account, isChosen, onToggle }: ToggleProps) {
  const name = `${networks[account.network].name} · ${account.displayName ?? account.handle}`
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={name}
      title={name}
      onClick={onToggle}
      className="rounded-full p-px opacity-45 grayscale hover:opacity-80 aria-pressed:opacity-100 aria-pressed:grayscale-0 aria-pressed:shadow-[0_0_0_2px_var(--brand)]"
    >
      <AccountFace account={account} size={28} />
    </button>
  )
}
