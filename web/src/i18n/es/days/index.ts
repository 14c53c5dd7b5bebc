import type { AreaMessages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const days: AreaMessages['days'] = {
  note: {
    newTitle: 'Nueva nota',
    title: 'Nota',
    text: 'Texto',
    from: 'Primer día',
    to: 'Último día',
    label: 'Etiqueta',
    labelHint: 'Da su color a la nota.',
    noLabel: 'Sin etiqueta',
    create: 'Añadir nota',
    remove: 'Eliminar nota',
    removed: 'Nota eliminada',
    notRestored: 'No se pudo restaurar la nota.',
    changed: (text) => `Otra persona cambió esta nota a “${text}”. Guarda de nuevo para reemplazarla.`,
  },
  holidays: {
    title: 'Festivos',
    lead: 'Muestra los festivos de calendarios de la web.',
    url: 'URL del calendario',
    urlHint: 'La URL de un archivo iCalendar (.ics), que empieza por https:// o webcal://.',
    name: 'Nombre',
    create: 'Añadir calendario',
    remove: 'Quitar',
    removeOne: (name) => `Quitar ${name}`,
    reading: 'Leyendo el calendario…',
    count: (count) => plural('es', count, { one: 'festivo', other: 'festivos' }),
    read: (when) => `actualizado ${when}`,
    problems: {
      address_not_allowed: 'La URL lleva a una dirección privada. Usa una pública.',
      unreachable: 'El servidor no responde. Posthorn lo intentará mañana.',
      refused: 'El servidor no devolvió el calendario. Revisa la URL.',
      too_large: 'El calendario ocupa más de 5 MB.',
      too_many_redirects: 'La URL redirige demasiadas veces.',
      not_a_calendar: 'Esto no es un calendario. Usa la URL de un archivo .ics.',
      too_many_events: 'El calendario tiene más de 10 000 eventos.',
    },
  },
}
