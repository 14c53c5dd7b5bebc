import type { Messages } from '../../en/index.ts'

export const backups: Messages['admin']['backups'] = {
  empty: 'Aún no hay copias de seguridad',
  emptyScheduled: 'La primera se hará a la próxima hora programada.',
  emptyLead: 'Define BACKUP_TO para copias automáticas o ejecuta “posthorn backup LUGAR”.',
  tiles: {
    last: 'Última copia',
    never: 'Nunca',
    next: 'Programación',
    onTime: 'A tiempo',
    late: 'Atrasada',
    manual: 'Manual',
    lateBy: (time) => `desde hace ${time}`,
    noSchedule: 'BACKUP_TO no está definido',
    kept: 'Copias',
    keeps: (count) => (count === 1 ? 'conserva la última' : `conserva las últimas ${count}`),
  },
  list: 'Últimas copias',
  contents: (rows, size, files, mediaSize) => `${rows} filas (${size}), ${files} archivos (${mediaSize})`,
  verified: 'Verificada',
  unverified: 'Sin verificar',
  restore: {
    title: 'Restaurar una copia',
    lead: 'Detén Posthorn, restaura SECRET_KEY y ejecuta estos comandos en el servidor.',
    verify: 'Comprobar la última copia sin cambiar nada',
    run: 'Restaurar la última copia en una base de datos vacía',
    guide: 'Leer la guía de copias de seguridad',
  },
}
