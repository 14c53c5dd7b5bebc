import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { profilesQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { GuestRow } from './guest-row.tsx'
import { type Brand, guestsQuery, mayWeaken } from './guests-query.ts'
import { InviteGuestDialog } from './invite-guest-dialog.tsx'

/** The clients of a brand, newest first, each with what the link shows and whether it was opened. */
export function GuestsCard({ profileId }: { readonly profileId: string }) {
  const { guests: words } = useMessages('guests')
  const guests = useQuery(guestsQuery(profileId))
  const brand = useQuery(profilesQuery).data?.find(({ id }) => id === profileId)
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <Section
        title={words.title}
        lead={words.lead}
        actions={<Button onClick={() => setInviting(true)}>{words.invite}</Button>}
      >
        {guests.error && <ProblemBanner error={guests.error} onRetry={() => void guests.refetch()} />}
        {guests.data?.length === 0 && <p className="text-ink-3">{words.none}</p>}
        {brand && guests.data && guests.data.length > 0 && (
          <RowList label={words.title}>
            {guests.data.map((guest) => (
              <GuestRow key={guest.id} guest={guest} brand={brand} />
            ))}
          </RowList>
        )}
        {guests.data && brand && guests.data.length > 0 && <CodesField brand={brand} />}
      </Section>
      {isInviting && <InviteGuestDialog profileId={profileId} postId={null} onClose={() => setInviting(false)} />}
    </>
  )
}

/** Turns the codes that confirm decisions on or off. Without them, anyone with a link can decide. */
function CodesField({ brand }: { readonly brand: Brand }) {
  const { guests: words } = useMessages('guests')
  const queries = useQueryClient()
  const { mayManage } = useRights()
  const isAllowed = mayManage && (!brand.guestCodes || mayWeaken(brand))
  const change = useMutation({
    mutationFn: (guestCodes: boolean) => api.updateProfile({ id: brand.id, guestCodes }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['profiles'] }),
  })
  return (
    <>
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4"
          checked={change.isPending ? change.variables : brand.guestCodes}
          disabled={change.isPending || !isAllowed}
          onChange={({ target }) => change.mutate(target.checked)}
        />
        <span>
          {words.codes}
          <span className="block text-ink-3 text-sm">{words.codesHint}</span>
        </span>
      </label>
      {change.error && <ProblemBanner error={change.error} />}
    </>
  )
}
