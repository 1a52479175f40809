/** The part of smpp 0.5.1 that is used here; the library brings no types. */
declare module "smpp" {
  import type { EventEmitter } from "node:events";
  import type { Server as NetServer, Socket } from "node:net";

  /** One protocol unit. Which fields it has depends on its command; what came over the wire is unchecked. */
  export type Pdu = {
    command: string;
    command_status: number;
    sequence_number: number;
    isResponse: () => boolean;
    response: (options?: PduOptions) => Pdu;
  } & Record<string, unknown>;

  export type PduOptions = Record<string, unknown>;

  /** A connection. `send` answers false when nothing was written. Errors are events: 'error', then 'close'. */
  export type Session = EventEmitter & {
    socket: Socket;
    send: (pdu: Pdu, onResponse?: (response: Pdu) => void) => boolean;
    close: (onClosed?: () => void) => void;
    destroy: (onClosed?: () => void) => void;
  };

  export type ConnectOptions = {
    host: string;
    port: number;
    tls: boolean;
    ca?: Buffer | undefined;
    noDelay?: boolean;
  };

  export type ServerOptions = { key?: string | Buffer; cert?: string | Buffer };

  const smpp: {
    connect: (options: ConnectOptions) => Session;
    createServer: (options: ServerOptions, onSession: (session: Session) => void) => NetServer;
    PDU: new (command: string, options?: PduOptions) => Pdu;
    /** GSM 03.38, one letter an octet, whatever its name says. */
    encodings: { ASCII: { encode: (text: string) => Buffer; decode: (bytes: Buffer) => string } };
  };
  export default smpp;
}
