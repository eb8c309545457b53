import { expect, test } from '@jest/globals';
import { safeFileName } from './file-name.ts';

const text = 'text/plain; charset=utf-8';

test('a file keeps a name that fits its content, and gets an ending otherwise', () => {
  expect(safeFileName('Снимок.PNG', 'image/png')).toBe('Снимок.PNG');
  expect(safeFileName('server.log', text)).toBe('server.log');
  expect(safeFileName('setup.bat', text)).toBe('setup.bat.txt');
  expect(safeFileName('page.html', text)).toBe('page.html.txt');
  expect(safeFileName('photo.exe', 'image/jpeg')).toBe('photo.exe.jpg');
  expect(safeFileName('договор.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')).toBe(
    'договор.docx',
  );
  expect(safeFileName('IMG_0001.HEIC', 'image/heic')).toBe('IMG_0001.HEIC');
  expect(safeFileName('run.html', 'video/mp4')).toBe('run.html.mp4');
  for (const name of ['Запись.m4a', 'voice.mp4', 'voice.3gp']) expect(safeFileName(name, 'audio/mp4')).toBe(name);
  expect(safeFileName('', 'application/pdf')).toBe('file.pdf');
  expect(safeFileName('a'.repeat(200), 'application/zip')).toBe(`${'a'.repeat(196)}.zip`);
});
