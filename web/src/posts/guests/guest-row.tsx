import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { copyText } from '#web/lib/browser/copy-text.ts'
import { formatDates, formatDistance } from '#web/lib/time.ts'
import { squareButtonStyle } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { type Brand, type Guest, mayWeaken } from './guests-query.ts'

/** A client: name and address, what the link shows, whether it was opened, and what can be done about it. */
export function GuestRow({ guest, brand }: { readonly guest: Guest; readonly brand: Brand }) {
  const { guests: words } = useMessages('guests')
  const queries = useQueryClient()
  const [ending, setEnding] = useState<'revoke' | 'remove' | null>(null)
  const { id: guestId, profileId: id, name, email, may, from, to, url, isActive, expiresAt, revokedAt, seenAt } = guest
  const refresh = () => queries.invalidateQueries({ queryKey: ['guests'] })
  const send = useMutation({
    mutationFn: () => api.sendGuestLink({ id, guestId }),
    onSuccess: () => tell({ title: words.sentAgain(email) }),
    onError: (error) => tellFailure(words.notSent, error),
    onSettled: refresh,
  })
  const end = useMutation({
    mutationFn: async (how: 'revoke' | 'remove') => {
      if (how === 'revoke') await api.revokeGuest({ id, guestId })
      else await api.deleteGuest({ id, guestId })
    },
    onSuccess: () => setEnding(null),
    onSettled: refresh,
  })
  // The service refuses to end what decides a step, except to those who may weaken the rule of approvals.
  const isNamed =
    may === 'approve' && revokedAt === null && brand.approvalSteps.some(({ guestIds }) => guestIds.includes(guestId))
  const mayEnd = !isNamed || mayWeaken(brand)
  const copy = async () => tell({ title: (await copyText(url)) ? words.copied : words.notCopied })
  const facts = [
    words.mays[may],
    from && to ? formatDates(from, to) : words.onePost,
    seenAt === null ? words.neverSeen : words.seen(formatDistance(seenAt)),
    revokedAt !== null ? words.revoked : isActive ? words.until(formatDistance(expiresAt)) : words.ended,
  ]
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Face name={name} url={null} size={36} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-1.5">
          <bdi className="font-medium">{name}</bdi>
          <OneLine className="text-ink-3 text-sm">{email}</OneLine>
        </p>
        <p className="text-ink-3 text-sm">{facts.join(' · ')}</p>
        {!mayEnd && (
          <p className="text-ink-3 text-sm">{words.endedBy[brand.approverRole === 'owner' ? 'owner' : 'admin']}</p>
        )}
      </div>
      <Menu label={words.more(name)} align="end" triggerClass={squareButtonStyle} trigger={<Icon name="more" />}>
        {isActive && <MenuItem onSelect={() => void copy()}>{words.copy}</MenuItem>}
        {revokedAt === null && <MenuItem onSelect={() => send.mutate()}>{words.sendAgain}</MenuItem>}
        {mayEnd && revokedAt === null && <MenuItem onSelect={() => setEnding('revoke')}>{words.revoke}</MenuItem>}
        {mayEnd && (
          <MenuItem onSelect={() => setEnding('remove')}>
            <span className="text-failed">{words.remove}</span>
          </MenuItem>
        )}
      </Menu>
      {ending && (
        <ConfirmDialog
          title={ending === 'revoke' ? words.revokeTitle(name) : words.removeTitle(name)}
          lead={ending === 'revoke' ? words.revokeLead : words.removeLead}
          action={ending === 'revoke' ? words.revoke : words.remove}
          isBusy={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate(ending)}
          onClose={() => setEnding(null)}
        />
      )}
    </li>
  )
}
