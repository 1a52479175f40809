import { Loaded } from "#console/parts/Loaded.tsx";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PreviewPanel } from "./PreviewPanel.tsx";

/** The panel of a row that is read by itself: that it is being read, that it could not be, or what it is. */
export function ReadPreview<Data>(props: {
  title: string;
  reference?: string;
  query: UseQueryResult<Data>;
  onClose: () => void;
  children: (data: Data) => ReactNode;
}) {
  return (
    <PreviewPanel title={props.title} reference={props.reference} onClose={props.onClose}>
      <Loaded query={props.query}>{props.children}</Loaded>
    </PreviewPanel>
  );
}
