import { readLocale } from './locale.ts'

const formatters = new Map<string, Intl.NumberFormat>()

function formatterOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${readLocale()} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(readLocale(), options)
  formatters.set(key, formatter)
  return formatter
}

/** "12,345". */
export const formatNumber = (value: number): string => formatterOf({ maximumFractionDigits: 2 }).format(value)

/** "12.50", from cents. */
export const formatAmount = (cents: number): string =>
  formatterOf({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100)

/** "78.5". */
export const formatRounded = (value: number): string => formatterOf({ maximumFractionDigits: 1 }).format(value)

/** "0.6", with one decimal in every case. */
export const formatTenths = (value: number): string =>
  formatterOf({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)

/** "12K", for narrow spaces. */
export const formatCompact = (value: number): string =>
  formatterOf({ notation: 'compact', maximumFractionDigits: 1 }).format(value)

/** "3.4 %", of a value that is already in percent. */
export const formatPercent = (value: number): string =>
  formatterOf({ style: 'percent', maximumFractionDigits: 1 }).format(value / 100)

/** "4.0 %", of a rate in a column: all have one decimal, so that they align. */
export const formatRate = (value: number): string =>
  formatterOf({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value / 100)

/** "+12", "−3", "0". */
export const formatGain = (value: number): string =>
  formatterOf({ signDisplay: 'exceptZero', maximumFractionDigits: 1 }).format(value)

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** "3.4 MB". */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log(bytes) / Math.log(1_000)))
  const unit = byteUnits[power] ?? 'byte'
  return formatterOf({ style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / 1_000 ** power)
}
