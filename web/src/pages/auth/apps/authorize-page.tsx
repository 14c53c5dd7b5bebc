import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { type Answer, ConsentForm, ConsentFrame } from './consent-form.tsx'

/** Asks the user whether to authorize an app, and returns the browser to the app with the decision. */
export function AuthorizePage() {
  const { apps } = useMessages()
  const { request } = useSearch({ from: '/auth/authorize' })
  if (request === undefined) return <ConsentFrame title={apps.incomplete} lead={apps.incompleteLead} />
  return <Question request={request} />
}

function Question({ request }: { readonly request: string }) {
  const { apps, shell } = useMessages()
  const consentRequest = useQuery({
    queryKey: ['authorization', request],
    queryFn: () => api.checkAuthorization({ request }),
  })
  const answer = useMutation({
    mutationFn: (given: Answer) => api.answerAuthorization({ request, ...given }),
    onSuccess: ({ redirectTo }) => location.assign(redirectTo),
  })
  if (consentRequest.error) {
    return (
      <ConsentFrame title={apps.incomplete} lead={apps.incompleteLead}>
        <ProblemBanner error={consentRequest.error} onRetry={() => void consentRequest.refetch()} />
      </ConsentFrame>
    )
  }
  if (!consentRequest.data) return <ConsentFrame title={shell.loading} />
  const { app, returnsTo } = consentRequest.data
  // A website replaces this page. A program on the device leaves it open.
  if (answer.data && returnsTo.kind === 'device')
    return <Outcome name={app.name} isAllowed={answer.variables?.decision === 'allow'} />
  return (
    <ConsentFrame title={apps.asks(app.name)}>
      <ConsentForm
        request={consentRequest.data}
        note={returnsTo.host === null ? apps.returnsToDevice : apps.returnsToHost(returnsTo.host)}
        isBusy={answer.isPending || answer.isSuccess}
        error={answer.error}
        onAnswer={answer.mutate}
      />
    </ConsentFrame>
  )
}

/** Shows the outcome if nothing else follows in this window. */
export function Outcome({ name, isAllowed }: { readonly name: string; readonly isAllowed: boolean }) {
  const { apps } = useMessages()
  return isAllowed ? (
    <ConsentFrame title={apps.allowed(name)} lead={apps.allowedLead} />
  ) : (
    <ConsentFrame title={apps.refused(name)} lead={apps.refusedLead} />
  )
}
