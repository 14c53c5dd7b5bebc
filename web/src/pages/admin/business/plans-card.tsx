import type { Item } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'
import { formatAmount, formatNumber } from '#web/lib/number.ts'
import { nameOfPlan } from '#web/lib/plan-name.ts'
import { Card } from '#web/ui/card.tsx'

/** Shows what a user of each plan is worth. */
export function PlansCard({ plans }: { readonly plans: readonly Item<'getLtvByPlan', 'plans'>[] }) {
  const { admin, usage } = useMessages('admin')
  const words = admin.business.plans
  return (
    <Card title={words.title} lead={words.lead}>
      {/* A region that scrolls must be reachable by keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that arrow keys can scroll it */}
      <section aria-label={words.title} tabIndex={0} className="overflow-x-auto">
        <table className="nums w-full min-w-lg text-end">
          <thead>
            <tr className="border-line border-b text-ink-3 text-sm [&>th]:py-2 [&>th]:ps-4 [&>th]:font-normal">
              <th scope="col" className="ps-0! text-start">
                {words.plan}
              </th>
              <th scope="col">{words.price}</th>
              <th scope="col">{words.users}</th>
              <th scope="col">{words.months}</th>
              <th scope="col">{words.revenue}</th>
              <th scope="col">{words.worth}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {plans.map(({ plan, priceCents, users, averageMonths, revenueCents, ltvCents }) => (
              <tr key={plan} className="[&>td]:py-2 [&>td]:ps-4">
                <th scope="row" className="py-2 text-start font-normal">
                  {nameOfPlan(plan, usage)}
                </th>
                <td>{formatAmount(priceCents)}</td>
                <td>{formatNumber(users)}</td>
                <td>{formatNumber(averageMonths)}</td>
                <td>{formatAmount(revenueCents)}</td>
                <td className="font-medium">{formatAmount(ltvCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
