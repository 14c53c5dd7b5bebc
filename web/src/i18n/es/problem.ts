import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

export const problem: Messages['problem'] = {
  titles: {
    noAnswer: 'No podemos conectar con Posthorn',
    busy: 'Posthorn está ocupado',
    tooOften: 'Demasiados intentos',
    ours: 'Algo falló de nuestro lado',
    plan: 'Hay que mejorar el plan',
    role: 'No tienes permiso',
    operatorRole: 'Solo los administradores del servidor pueden hacer esto',
    factor: 'Se requiere la verificación en dos pasos',
    code: 'Escribe tu código de verificación',
    wrongCode: 'Código incorrecto',
    signInAgain: 'Vuelve a iniciar sesión',
    disabled: 'Tu cuenta está desactivada',
    notYours: 'No tienes acceso a esto',
    key: 'Las claves de API no pueden hacer esto',
    switchedOff: 'Esta función está desactivada',
    gone: 'No encontrado',
    refused: 'No se pudo hacer',
    unknown: 'Algo salió mal en esta página',
  },
  texts: {
    gone: 'Es posible que se haya eliminado o que ya no tengas acceso.',
    noAnswer: 'Puede que no tengas conexión o que Posthorn se esté reiniciando. No has perdido nada.',
    ours: 'No has perdido nada. Vuelve a intentarlo. Si sigue pasando, envía el ID de la solicitud al administrador del servidor.',
    factor: 'Usa una app de autenticación en tu teléfono. Se configura en dos minutos.',
    code: 'Escribe el código de tu app de autenticación o un código de recuperación.',
    wrongCode: 'Revisa si hay errores o espera al siguiente código. Cada código vale una vez.',
    signInAgain: 'Por seguridad, vuelve a iniciar sesión para continuar.',
    disabled:
      'Un administrador del servidor desactivó tu cuenta. Pídele que la active. Lo que no guardaste sigue en este navegador.',
  },
  ways: {
    plan: 'Ver plan y límites',
    role: 'Ver miembros',
    factor: 'Configurar la verificación en dos pasos',
    key: 'Ver claves de API',
    start: 'Ir al inicio',
    signInAgain: 'Volver a iniciar sesión',
  },
  signInLead: 'Después, vuelve a intentarlo. No pierdes nada de esta página.',
  retryIn: (seconds) => `Vuelve a intentarlo en ${plural('es', seconds, { one: 'segundo', other: 'segundos' })}`,
  retryNow: 'Ya puedes volver a intentarlo.',
  request: 'ID de la solicitud',
  copyRequest: 'Copiar el ID de la solicitud',
}
