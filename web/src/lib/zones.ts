export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the display name of a zone: "Berlin". */
export const nameZone = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
