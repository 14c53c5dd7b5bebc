import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { keepReturn } from '#web/pages/auth/company/kept-return.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

/** Connects the user's account with the person that they are at the identity provider, or ends that. */
export function CompanyCard() {
  const { company } = useMessages('company')
  const queries = useQueryClient()
  const connection = useQuery({ queryKey: ['company-connection'], queryFn: () => api.getCompanyConnection() })
  const connect = useMutation({
    mutationFn: () => api.startCompanyConnection(),
    onSuccess: ({ url }) => {
      keepReturn()
      location.assign(url)
    },
  })
  const end = useMutation({
    mutationFn: () => api.endCompanyConnection(),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['company-connection'] }),
  })
  const { isConnected, email } = connection.data ?? {}
  const lead = email ? company.card.connected(email) : company.card.connectedPlain
  const error = connection.error ?? connect.error ?? end.error
  return (
    <Card
      title={company.card.title}
      lead={isConnected ? lead : company.card.lead}
      actions={
        connection.data &&
        (isConnected ? (
          <Button isBusy={end.isPending} onClick={() => end.mutate()}>
            {company.card.disconnect}
          </Button>
        ) : (
          <Button isBusy={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
            {company.card.connect}
          </Button>
        ))
      }
    >
      {error && <ProblemBanner error={error} />}
    </Card>
  )
}
