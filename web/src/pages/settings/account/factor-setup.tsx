import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { FormCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface SetupProps {
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onCancel: () => void
}

/** Shows the secret of a new second factor, and asks for a code that proves that the app has it. */
export function FactorSetup({ onDone, onCancel }: SetupProps) {
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
          <Button look="quiet" onClick={onCancel}>
            {shell.cancel}
          </Button>
          <Button type="submit" look="primary" disabled={!begun.data} isBusy={verify.isPending}>
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
