import type { Input } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { currentLanguage, isLanguage, languages, useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'
import { daysOf, type Period } from './period.ts'

interface InviteProps {
  readonly profileId: string
  /** The only post that the link shows. Null for a choice of days. */
  readonly postId: string | null
  readonly onClose: () => void
}

type Invitation = Input<'inviteGuest'>

const dayMs = 86_400_000
const lifeDays = { month: 30, quarter: 91, year: 365 } as const
type Life = keyof typeof lifeDays

/** Invites a client: who, what the link shows, what they can do there, and for how long. */
export function InviteGuestDialog({ profileId, postId, onClose }: InviteProps) {
  const { guests: words, shell } = useMessages('guests')
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [period, setPeriod] = useState<Period>('quarter')
  const [days, setDays] = useState(daysOf('quarter'))
  const [may, setMay] = useState<NonNullable<Invitation['may']>>('approve')
  const [life, setLife] = useState<Life>('quarter')
  const [language, setLanguage] = useState(currentLanguage())
  const invite = useMutation({
    mutationFn: () =>
      api.inviteGuest({
        id: profileId,
        name: name.trim(),
        email: email.trim(),
        ...(isLanguage(language) && { language }),
        may,
        expiresAt: new Date(now() + lifeDays[life] * dayMs).toISOString(),
        ...(postId === null ? days : { postId }),
      }),
    onSuccess: async (guest) => {
      await queries.invalidateQueries({ queryKey: ['guests'] })
      tell({ title: words.sent(guest.email) })
      onClose()
    },
  })
  const choosePeriod = (next: Period) => {
    setPeriod(next)
    if (next !== 'own') setDays(daysOf(next))
  }
  return (
    <Dialog title={words.invite} lead={words.inviteLead} onClose={onClose}>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          invite.mutate()
        }}
      >
        <Field
          label={words.name}
          required
          maxLength={80}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={faultOf(invite.error, '/name')}
        />
        <Field
          label={words.email}
          hint={words.emailHint}
          type="email"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          error={faultOf(invite.error, '/email')}
        />
        {postId === null && (
          <SelectField
            label={words.shows}
            value={period}
            options={words.periods}
            onChange={({ target }) => choosePeriod(target.value as Period)}
          />
        )}
        {postId === null && period === 'own' && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={words.from}
              type="date"
              required
              value={days.from}
              onChange={({ target }) => setDays({ ...days, from: target.value })}
            />
            <Field
              label={words.to}
              type="date"
              required
              min={days.from}
              value={days.to}
              onChange={({ target }) => setDays({ ...days, to: target.value })}
              error={faultOf(invite.error, '/to')}
            />
          </div>
        )}
        <SelectField
          label={words.may}
          hint={may === 'approve' ? words.approveHint : undefined}
          value={may}
          options={words.mays}
          onChange={({ target }) => setMay(target.value as typeof may)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={words.expires}
            value={life}
            options={words.lives}
            onChange={({ target }) => setLife(target.value as Life)}
          />
          <SelectField
            label={words.language}
            value={language}
            options={languages}
            onChange={({ target }) => setLanguage(target.value)}
          />
        </div>
        {invite.error && <ProblemBanner error={invite.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={invite.isPending}>
            {words.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
