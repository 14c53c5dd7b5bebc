export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Names a zone for people: "Berlin". */
export const nameZone = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
