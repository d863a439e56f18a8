import { whileUploading } from '@/shared/lib/while-uploading';
import { ApiError } from './errors';
import { noteAnswer, requestHeaders } from './session';

type Upload = {
  method: 'PUT' | 'POST';
  url: string;
  body: File | FormData;
  /** A signed address takes no token. It carries its own permission and may belong to another host. */
  signed: boolean;
  /** Called with 0 to 100 while the upload runs. */
  onProgress: (percent: number) => void;
};

/** Uploads a body and reports progress. fetch has no upload progress, so this uses XMLHttpRequest. */
export const upload = <T>(order: Upload): Promise<T> => whileUploading(() => send<T>(order));

async function send<T>({ method, url, body, signed, onProgress }: Upload): Promise<T> {
  const headers = signed ? {} : await requestHeaders();
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(Math.round((event.loaded / event.total) * 100));
    };
    request.onload = () => {
      const answer = parse(request.responseText);
      if (!signed) noteAnswer(request.status, request.getResponseHeader('X-Session-Id'), answer);
      if (request.status >= 200 && request.status < 300) resolve(answer as T);
      else reject(new ApiError(request.status, answer, url));
    };
    request.onerror = () => reject(new ApiError(0, null, url));
    request.send(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
