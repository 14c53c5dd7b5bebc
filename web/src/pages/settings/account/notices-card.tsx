import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Card } from '#web/ui/card.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

const queryKey = ['notice-preferences']
const channels = ['page', 'email'] as const

type Preference = Awaited<ReturnType<typeof api.getNoticePreferences>>['preferences'][number]

/** Chooses for each kind of notice whether the bell shows it and whether it is emailed. */
export function NoticesCard() {
  const { card } = useMessages().notices
  const choices = useQuery({ queryKey, queryFn: () => api.getNoticePreferences() })
  return (
    <Card title={card.title} lead={card.lead}>
      {choices.error && <ProblemBanner error={choices.error} onRetry={() => void choices.refetch()} />}
      {choices.data && (
        <table className="w-full text-start">
          <thead>
            <tr className="text-ink-3 text-xs">
              <th scope="col" className="pb-1 text-start font-medium">
                {card.kind}
              </th>
              {channels.map((channel) => (
                <th key={channel} scope="col" className="w-16 pb-1 text-center font-medium">
                  {card[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {choices.data.preferences.map((one) => (
              <NoticeChoice key={one.kind} preference={one} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

/** Saves immediately, like a switch on a phone. */
function NoticeChoice({ preference }: { readonly preference: Preference }) {
  const { card } = useMessages().notices
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (next: Preference) => api.setNoticePreferences({ preferences: [next] }),
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
  })
  const shown = save.isPending ? save.variables : preference
  return (
    <tr>
      <th scope="row" className="py-2 text-start font-normal">
        {card.kinds[preference.kind]}
        {save.error && <ProblemBanner error={save.error} />}
      </th>
      {channels.map((channel) => (
        <td key={channel} className="text-center">
          <label className="inline-grid size-11 cursor-pointer place-items-center">
            <span className="sr-only">{card.choice(card.kinds[preference.kind], card[channel])}</span>
            <input
              type="checkbox"
              className="size-4"
              checked={shown[channel]}
              disabled={save.isPending}
              onChange={(event) => save.mutate({ ...preference, [channel]: event.target.checked })}
            />
          </label>
        </td>
      ))}
    </tr>
  )
}
