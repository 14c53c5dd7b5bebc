import type { Input, Result } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { profilesQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckList } from '#web/ui/form/check-list.tsx'
import { ChoiceList } from '#web/ui/form/choice-list.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'

/** Creates a key, and shows it once. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { apiKeys, shell } = useMessages()
  const queries = useQueryClient()
  const { data: profiles = [] } = useQuery(profilesQuery)
  const [preset, setPreset] = useState<Preset>('publish')
  const [reach, setReach] = useState<'all' | 'some'>('all')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const create = useMutation({
    mutationFn: (form: FormData) =>
      api.createApiKey({
        name: String(form.get('name')),
        scopes: [...presets[preset]],
        profileIds: reach === 'all' ? null : [...chosen],
        expiresAt: endOf(String(form.get('ends'))),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['api-keys'] }),
  })
  if (create.data) return <KeyDialog made={create.data} onClose={onClose} />
  const option = (one: Preset) => ({ name: apiKeys.presets[one], lead: apiKeys.presetLeads[one] })
  return (
    <Dialog title={apiKeys.create} onClose={onClose}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate(new FormData(event.currentTarget))
        }}
      >
        <Field
          label={apiKeys.name}
          hint={apiKeys.nameHint}
          name="name"
          required
          autoComplete="off"
          error={faultOf(create.error, '/name')}
        />
        <ChoiceList
          label={apiKeys.may}
          value={preset}
          onChange={setPreset}
          options={{ read: option('read'), publish: option('publish'), all: option('all') }}
        />
        <ChoiceList
          label={apiKeys.brands}
          value={reach}
          onChange={setReach}
          options={{ all: { name: apiKeys.allBrands }, some: { name: apiKeys.someBrands } }}
        />
        {reach === 'some' && (
          <CheckList
            label={apiKeys.someBrands}
            value={chosen}
            onChange={setChosen}
            options={Object.fromEntries(profiles.map(({ id, name }) => [id, name]))}
          />
        )}
        <SelectField label={apiKeys.ends} name="ends" defaultValue="never" options={apiKeys.endings} />
        {create.error && <ProblemBanner error={create.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={reach === 'some' && chosen.length === 0}
            isBusy={create.isPending}
          >
            {apiKeys.makeIt}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const dayMs = 86_400_000

const endOf = (days: string): string | null =>
  days === 'never' ? null : new Date(now() + Number(days) * dayMs).toISOString()

function KeyDialog({ made, onClose }: { readonly made: Result<'createApiKey'>; readonly onClose: () => void }) {
  const { apiKeys } = useMessages()
  const curl = `curl ${location.origin}/v1/profiles -H 'Authorization: Bearer ${made.key}'`
  return (
    <Dialog title={apiKeys.made(made.name)} lead={apiKeys.madeLead} onClose={onClose}>
      <CopyField label={apiKeys.key} value={made.key} />
      <CopyField label={apiKeys.tryIt} value={curl} />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {apiKeys.kept}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type Scope = Input<'createApiKey'>['scopes'][number]
type Preset = 'read' | 'publish' | 'all'

const read: readonly Scope[] = ['profiles:read', 'posts:read', 'connections:read', 'analytics:read']
const publish: readonly Scope[] = [...read, 'posts:write', 'posts:publish', 'media:write']

/** The scopes that most programs need. */
const presets: Readonly<Record<Preset, readonly Scope[]>> = {
  read,
  publish,
  all: [
    ...publish,
    'profiles:write',
    'connections:write',
    'analytics:export',
    'webhooks:read',
    'webhooks:write',
    'chat:read',
    'chat:write',
  ],
}
