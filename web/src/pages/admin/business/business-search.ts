/** The available periods, in days. */
export const periods = [30, 90, 365] as const
type Period = (typeof periods)[number]

interface BusinessSearch {
  readonly days?: Period
}

export const readBusinessSearch = ({ days }: Record<string, unknown>): BusinessSearch => {
  const chosen = periods.find((period) => period === Number(days))
  return chosen === undefined || chosen === periods[0] ? {} : { days: chosen }
}
