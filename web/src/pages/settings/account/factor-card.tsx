import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, FormCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Me } from '../use-brand.ts'

/** Sets up or changes two-step verification. Recovery codes are shown once. */
export function FactorCard({ me }: { readonly me: Me }) {
  const { settings } = useMessages()
  const queries = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isSettingUp, setSettingUp] = useState(false)
  const showCodes = (made: readonly string[]) => {
    setCodes(made)
    setSettingUp(false)
    void queries.invalidateQueries({ queryKey: ['me'] })
  }
  if (codes) return <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
  if (me.mfaEnabled) return <StandingFactor onCodes={showCodes} />
  if (isSettingUp) return <FactorSetup onDone={showCodes} onCancel={() => setSettingUp(false)} />
  return (
    <Card
      title={settings.factor.title}
      lead={settings.factor.lead}
      actions={<Button onClick={() => setSettingUp(true)}>{settings.factor.start}</Button>}
    />
  )
}

function StandingFactor({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const { settings } = useMessages()
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const proof = () => ({ headers: { 'x-mfa-code': code.trim() } })
  const turnOff = useMutation({
    mutationFn: () => api.disableMfa(undefined, proof()),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['me'] }),
  })
  const renew = useMutation({
    mutationFn: () => api.generateRecoveryCodes(undefined, proof()),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  const error = turnOff.error ?? renew.error
  const isEmpty = code.trim() === ''
  return (
    <FormCard
      title={settings.factor.title}
      lead={settings.factor.isOn}
      onSave={() => renew.mutate()}
      actions={
        <>
          <Button variant="danger" disabled={isEmpty} isBusy={turnOff.isPending} onClick={() => turnOff.mutate()}>
            {settings.factor.turnOff}
          </Button>
          <Button type="submit" disabled={isEmpty} isBusy={renew.isPending}>
            {settings.factor.newCodes}
          </Button>
        </>
      }
    >
      <Field
        label={settings.factor.codeAgain}
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {error && <ProblemBanner error={error} />}
    </FormCard>
  )
}

interface SetupProps {
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onCancel: () => void
}

/** Shows the new secret, and asks for a code to prove that the app has it. */
function FactorSetup({ onDone, onCancel }: SetupProps) {
  const { settings, shell } = useMessages()
  const begun = useQuery({
    queryKey: ['factor-setup'],
    queryFn: () => api.startMfaEnrolment(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const verify = useMutation({
    mutationFn: (form: FormData) => api.verifyMfaEnrolment({ code: String(form.get('code')).trim() }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  const error = begun.error ?? verify.error
  return (
    <FormCard
      title={settings.factor.title}
      lead={settings.factor.scan}
      onSave={verify.mutate}
      actions={
        <>
          <Button variant="quiet" onClick={onCancel}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" disabled={!begun.data} isBusy={verify.isPending}>
            {settings.factor.turnOn}
          </Button>
        </>
      }
    >
      {begun.data && (
        <div className="grid items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
          <img
            src={`data:image/svg+xml,${encodeURIComponent(begun.data.qrSvg)}`}
            alt={settings.factor.picture}
            className="size-44 rounded-md border border-line bg-surface"
          />
          <div className="grid gap-4">
            <Field
              label={settings.factor.code}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              autoFocus
            />
            <CopyField label={settings.factor.secret} value={begun.data.secret} />
          </div>
        </div>
      )}
      {error && <ProblemBanner error={error} />}
    </FormCard>
  )
}

interface CodesProps {
  readonly codes: readonly string[]
  readonly onSaved: () => void
}

/** Shows recovery codes until the user confirms that they are saved. */
function RecoveryCodes({ codes, onSaved }: CodesProps) {
  const { settings } = useMessages()
  return (
    <Card
      title={settings.factor.title}
      lead={settings.factor.codesLead}
      actions={
        <Button variant="primary" onClick={onSaved}>
          {settings.factor.kept}
        </Button>
      }
    >
      <CopyField label={settings.factor.codes} value={codes.join('\n')} />
    </Card>
  )
}
