import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, FormCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Me } from '../use-brand.ts'
import { FactorSetup } from './factor-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Sets up the second factor, or changes it. Recovery codes are shown once. */
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
  if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
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
          <Button look="danger" disabled={isEmpty} isBusy={turnOff.isPending} onClick={() => turnOff.mutate()}>
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
