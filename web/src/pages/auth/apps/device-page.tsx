import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { takeFragment } from '../mailed/take-fragment.ts'
import { Outcome } from './authorize-page.tsx'
import { type Answer, ConsentForm, ConsentFrame } from './consent-form.tsx'

/** Takes the code that a device shows, and asks the user whether to authorize the app there. */
export function DevicePage() {
  const { apps } = useMessages()
  const [userCode, setCode] = useState(takeFragment)
  const check = useMutation({ mutationFn: (code: string) => api.checkDeviceCode({ userCode: code }) })
  const answer = useMutation({ mutationFn: (given: Answer) => api.answerDeviceCode({ userCode, ...given }) })
  const request = check.data
  if (!request) {
    return (
      <ConsentFrame title={apps.device.title} lead={apps.device.lead}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            check.mutate(userCode)
          }}
        >
          <Field
            label={apps.device.code}
            name="code"
            required
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="WDJB-MJHT"
            maxLength={20}
            value={userCode}
            onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
          />
          {check.error && <ProblemBanner error={check.error} />}
          <Button className="min-h-11" type="submit" variant="primary" isBusy={check.isPending}>
            {apps.device.check}
          </Button>
        </form>
      </ConsentFrame>
    )
  }
  if (answer.isSuccess) return <Outcome name={request.app.name} isAllowed={answer.variables.decision === 'allow'} />
  return (
    <ConsentFrame title={apps.asks(request.app.name)}>
      <ConsentForm
        request={request}
        note={apps.waits(formatDistance(request.waitsSince))}
        isBusy={answer.isPending}
        error={answer.error}
        onAnswer={answer.mutate}
      />
      <button
        type="button"
        className="min-h-11 justify-self-start text-brand underline underline-offset-4"
        onClick={() => check.reset()}
      >
        {apps.device.otherCode}
      </button>
    </ConsentFrame>
  )
}
