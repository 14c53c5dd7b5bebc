import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { AreaLoaders } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, shiftDay } from '#web/lib/day.ts'

export type Numbers = Result<'getInboxNumbers'>
export type Group = Numbers['groups'][number]

export const periods = ['7', '30', '90'] as const
export const groupings = ['network', 'account', 'kind'] as const

export interface NumbersChoice {
  readonly days: (typeof periods)[number]
  readonly by: (typeof groupings)[number]
}

/** Reads the choice from the URL. Anything else is the usual one. */
export const readNumbersChoice = ({ days, by }: Readonly<Record<string, unknown>>): NumbersChoice => ({
  days: periods.find((one) => one === String(days)) ?? '30',
  by: groupings.find((one) => one === by) ?? 'network',
})

/** The call that reads the numbers of the latest days. */
export const numbersRequest = (profileId: string, { days, by }: NumbersChoice) => ({
  profileId,
  from: shiftDay(dayKey(nowDate()), 1 - Number(days)),
  groupBy: by,
})

export const numbersQuery = (profileId: string, choice: NumbersChoice) =>
  queryOptions({
    queryKey: ['inbox-numbers', profileId, choice],
    queryFn: () => api.getInboxNumbers(numbersRequest(profileId, choice)),
  })

const texts: AreaLoaders<'inboxNumbers'> = {
  en: async () => (await import('#web/i18n/en/inbox-numbers/index.ts')).inboxNumbers,
  de: async () => (await import('#web/i18n/de/inbox-numbers/index.ts')).inboxNumbers,
  es: async () => (await import('#web/i18n/es/inbox-numbers/index.ts')).inboxNumbers,
  fr: async () => (await import('#web/i18n/fr/inbox-numbers/index.ts')).inboxNumbers,
}

/** Loads the texts of the numbers in the language of the reader. */
export const openTexts = (): Promise<void> => openArea('inboxNumbers', texts)
