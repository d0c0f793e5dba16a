/** Sounds in memory as WAV files: one channel, 16 bits. */

/** Samples per second: enough for speech, and half the work of studio quality. */
export const RATE = 22_050;

const HEADER_BYTES = 44;

/** The WAV file of `sound`, whose loudest sample becomes −3 dB. */
export function wavOf(sound: Float32Array): Buffer {
  let peak = 1e-6;
  for (const value of sound) peak = Math.max(peak, Math.abs(value));
  const factor = (0.7 * 32_767) / peak;
  const bytes = sound.length * 2;
  const file = Buffer.alloc(HEADER_BYTES + bytes);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + bytes, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(bytes, 40);
  for (let at = 0; at < sound.length; at += 1)
    file.writeInt16LE(Math.round((sound[at] ?? 0) * factor), HEADER_BYTES + at * 2);
  return file;
}
