import type { Result } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { FormCard } from '#web/ui/card.tsx'
import { CheckList } from '#web/ui/form/check-list.tsx'
import { SaveButton } from '#web/ui/form/save-button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

type Preferences = Result<'getAlertPreferences'>

const key = ['alert-preferences']

/** Fetches how the reader is notified of alerts, and then shows the form. */
export function PreferencesCard() {
  const read = useQuery({ queryKey: key, queryFn: () => api.getAlertPreferences() })
  if (read.error) return <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />
  return read.data ? <PreferencesForm given={read.data} /> : null
}

function PreferencesForm({ given }: { readonly given: Preferences }) {
  const { admin } = useMessages('admin')
  const words = admin.alerts.preferences
  const { profileId } = useParams({ from: '/p/$profileId' })
  const queries = useQueryClient()
  const [wanted, setWanted] = useState(given)
  const [isNarrow, setNarrow] = useState(given.kinds.length > 0)
  const save = useMutation({
    mutationFn: () => api.setAlertPreferences({ ...wanted, kinds: isNarrow ? wanted.kinds : [] }),
    onSuccess: (stored) => {
      setNarrow(stored.kinds.length > 0)
      queries.setQueryData(key, stored)
    },
  })
  const change = (changes: Partial<Preferences>) => {
    save.reset()
    setWanted((before) => ({ ...before, ...changes }))
  }
  const ways = (['email', 'chat'] as const).filter((way) => wanted[way])
  return (
    <FormCard
      title={words.title}
      lead={
        <>
          {words.lead}{' '}
          <Link
            to="/p/$profileId/settings/webhooks"
            params={{ profileId }}
            className="text-brand underline underline-offset-4"
          >
            {words.webhooks}
          </Link>
        </>
      }
      onSave={() => save.mutate()}
      actions={<SaveButton isBusy={save.isPending} isDone={save.isSuccess} />}
    >
      <div className="grid gap-5">
        <CheckList
          label={words.ways}
          value={ways}
          onChange={(chosen) => change({ email: chosen.includes('email'), chat: chosen.includes('chat') })}
          options={words.wayNames}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label={words.from}
            value={wanted.minSeverity}
            onChange={(event) => change({ minSeverity: event.target.value as Preferences['minSeverity'] })}
            options={admin.alerts.severity}
          />
          <SelectField
            label={words.about}
            value={isNarrow ? 'some' : 'all'}
            onChange={(event) => {
              save.reset()
              setNarrow(event.target.value === 'some')
            }}
            options={words.abouts}
          />
        </div>
        {isNarrow && (
          <CheckList
            label={words.kinds}
            value={wanted.kinds}
            onChange={(kinds) => change({ kinds: [...kinds] })}
            options={{ ...Object.fromEntries(wanted.kinds.map((kind) => [kind, kind])), ...admin.alerts.kinds }}
          />
        )}
        {save.error && <ProblemBanner error={save.error} />}
      </div>
    </FormCard>
  )
}
