import { readLocale } from '#web/lib/locale.ts'

/** "99.8 %"; a dash where there was nothing to count. */
export const formatShare = (share: number | null): string =>
  share === null
    ? '–'
    : new Intl.NumberFormat(readLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(share)
