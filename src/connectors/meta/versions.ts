/** Returns an address of Meta without the version at its end: some paths have none. */
export const withoutVersion = (address: string): string => address.replace(/\/v\d+\.\d+$/, '')
