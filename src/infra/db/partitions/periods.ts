/** A period of time that a partition covers. */
export interface Period {
  /** The end of the partition's name. */
  readonly suffix: string
  readonly start: Date
  readonly end: Date
}

/** A way to divide time into periods, and to write their limits as partition bounds. */
export interface Cut {
  /** Lists the period of a time and those that follow it. */
  periodsFrom(at: Date, ahead: number): Period[]
  /** The first value of the partitioning column that belongs to a time, as PostgreSQL reads it. */
  boundAt(at: Date): string
  /** Reads a bound as PostgreSQL writes it. */
  timeOf(bound: string): Date
  readonly type: 'uuid' | 'timestamptz'
}

const weekMs = 7 * 86_400_000
/** The first Monday of Unix time. */
const mondayMs = 4 * 86_400_000

/**
 * Returns the smallest id of a moment: every id made then or later is at least as great, and every earlier one is
 * smaller. Ids begin in 1970.
 */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const dayText = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '')

const week: Cut = {
  periodsFrom(at, ahead) {
    const monday = Math.floor((at.getTime() - mondayMs) / weekMs) * weekMs + mondayMs
    return Array.from({ length: ahead + 1 }, (_, no) => {
      const start = new Date(monday + no * weekMs)
      return { suffix: dayText(start), start, end: new Date(start.getTime() + weekMs) }
    })
  },
  boundAt: firstIdAt,
  timeOf: (id) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)),
  type: 'uuid',
}

const month: Cut = {
  periodsFrom(at, ahead) {
    const startOf = (no: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + no, 1))
    return Array.from({ length: ahead + 1 }, (_, no) => {
      const start = startOf(no)
      return { suffix: dayText(start).slice(0, 6), start, end: startOf(no + 1) }
    })
  },
  boundAt: (at) => at.toISOString(),
  // PostgreSQL writes `2026-11-01 00:00:00+00`, in the time zone of the session.
  timeOf: (text) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')),
  type: 'timestamptz',
}

export const cuts = { week, month } as const
