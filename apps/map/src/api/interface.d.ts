// Written by `npm run docs:contracts` from the OpenAPI document of the gateway: change that, not this.
/* eslint-disable */
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["enterApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["enterAppFolder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAppFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAppAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/basemap/{hash}/{z}/{x}/{y}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readBasemapTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/csp-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportPolicyBreach"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["beginSession"];
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/session/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/session/password-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changePasswordInSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/session/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["takeUpSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/session/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/settings.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAppSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["finishOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["startOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/oidc/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["takeUpOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["refreshLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["openShareLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/areas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAreas"];
        put?: never;
        post: operations["createArea"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/areas/{areaId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readArea"];
        put: operations["replaceArea"];
        post?: never;
        delete: operations["deleteArea"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/areas/{areaId}/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listVisits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/areas/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importAreas"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readWorkspaceAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["pollChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/dashboards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDashboards"];
        put?: never;
        post: operations["createDashboard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/dashboards/{dashboardId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readDashboard"];
        put: operations["replaceDashboard"];
        post?: never;
        delete: operations["deleteDashboard"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listObjects"];
        put?: never;
        post: operations["updateObjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readObject"];
        put?: never;
        post?: never;
        delete: operations["eraseObject"];
        options?: never;
        head?: never;
        patch: operations["editObject"];
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["archiveObject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportObject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readObjectHold"];
        put: operations["holdObject"];
        post?: never;
        delete: operations["releaseObject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPicture"];
        put: operations["putPicture"];
        post?: never;
        delete: operations["removePicture"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreObject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/externalObjects/{externalId}/trips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readTrips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/fields/{field}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putField"];
        post?: never;
        delete: operations["removeField"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/fields/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["reviewFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/heatmap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHeatmap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/heatmap/tiles/{z}/{x}/{y}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHeatmapTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["searchHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHold"];
        put: operations["putHold"];
        post?: never;
        delete: operations["releaseHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listHolds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/operations/{operationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMembers"];
        put?: never;
        post: operations["addMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/people/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["changeMember"];
        post?: never;
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/people/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMemberNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/polls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPolls"];
        put?: never;
        post: operations["createPoll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/polls/{pollId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPoll"];
        put: operations["replacePoll"];
        post?: never;
        delete: operations["deletePoll"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/polls/{pollId}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["answerPoll"];
        post?: never;
        delete: operations["withdrawAnswer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/polls/{pollId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["closePoll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/polls/{pollId}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPollResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPositions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/reports/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAccessReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/reports/areas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readAreasReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/reports/tracking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readTrackingReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/reports/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readUsageReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/reports/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readValuesReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readRetention"];
        put: operations["putRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/shareLinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listShareLinks"];
        put?: never;
        post: operations["createShareLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/shareLinks/{shareLinkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeShareLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/shareLinks/{shareLinkId}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renewShareLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/tiles/{z}/{x}/{y}.mvt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkspaceTokens"];
        put?: never;
        post: operations["createWorkspaceToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeWorkspaceToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/usage/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["simulateUsage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["followView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listViews"];
        put?: never;
        post: operations["createView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/views/{viewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["replaceView"];
        post?: never;
        delete: operations["deleteView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readVisits"];
        put?: never;
        post: operations["searchVisits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhooks"];
        put?: never;
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readWebhook"];
        put: operations["putWebhook"];
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks/{webhookId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{groupID}/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPeople"];
        put?: never;
        post: operations["createPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/people/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readPerson"];
        put?: never;
        post?: never;
        delete: operations["removePerson"];
        options?: never;
        head?: never;
        patch: operations["changePerson"];
        trace?: never;
    };
    "/operator/people/{personId}/password-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPasswordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/people/{personId}/workspaces/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putMembership"];
        post?: never;
        delete: operations["removeMembership"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/plans/{plan}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putPlan"];
        post?: never;
        delete: operations["removePlan"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkspaces"];
        put?: never;
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readWorkspace"];
        put?: never;
        post?: never;
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        patch: operations["changeWorkspace"];
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/adoptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["adoptChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/externalObjects/{externalId}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["releaseObjectOf"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFieldsOf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/fields/{field}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putFieldOf"];
        post?: never;
        delete: operations["removeFieldOf"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/fields/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["reviewFieldsOf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readHoldOf"];
        put: operations["putHoldOf"];
        post?: never;
        delete: operations["releaseHoldOf"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/ids/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["releaseId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/kept-objects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["readKeptObjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/kept-objects/settled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["awaitKeptObjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["moveWorkspace"];
        post?: never;
        delete: operations["cancelMove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/move/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["takeMovedTokens"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readRetentionOf"];
        put: operations["putRetentionOf"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["suspendWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/workspaces/{workspaceId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readUsageOf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["findWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Calls that were let through, by bucket and by what it is broken down by. */
        AccessReport: {
            /**
             * Format: date-time
             * @description Where the report begins.
             */
            from: string;
            /** @description Length of the buckets. */
            interval: string;
            /** @description Name of the report. */
            report: string;
            /** @description The rows. */
            rows: components["schemas"]["AccessReportRow"][];
            /** @description Time zone of the buckets. */
            timeZone: string;
            /**
             * Format: date-time
             * @description Where it ends, not included.
             */
            to: string;
        };
        /** @description One row of the access report; it has the properties that `by` asks for. */
        AccessReportRow: {
            /** @description Id of the area. */
            area?: string;
            /** @description Claim `sub` of the token. */
            caller?: string;
            /**
             * Format: double
             * @description Calls that were let through.
             */
            calls: number;
            /** @description Null: objects without one. */
            category?: string | null;
            /** @description Start of the bucket, in the time zone. */
            from: string;
            /** @description What the calls did. */
            kind?: string;
            /** @description The set that the category belongs to. */
            namespace?: string | null;
            /** @description The operationId of this document. */
            operation?: string;
            /** @description Of the object that the call named; empty when it named none. */
            type?: string;
        };
        /** @description A change of an object as another installation has decided it. */
        Adoption: {
            /** @description The change as it is on object.events: revision, observedAt, receivedAt, subject, and what was reported (position, fields, set, hold, stale). */
            change: {
                [key: string]: unknown;
            };
            /** @description Globally unique id of the object. */
            externalId: string;
            /** @description As the CloudEvents type of the change says it. */
            kind: string;
            /**
             * @description Always `adopt`.
             * @enum {string}
             */
            op: "adopt";
        };
        /** @description A person who has answered. */
        AnsweringPerson: {
            /**
             * Format: uuid
             * @description Id of the person.
             */
            id: string;
            /** @description What it is called. */
            name: string;
        };
        /** @description The access token of a sign-in or a share link. */
        ApiAccessToken: {
            /**
             * Format: date-time
             * @description Refresh before.
             */
            expiresAt: string;
            /** @description For the header Authorization: Bearer. */
            token: string;
        };
        /** @description A sign-in of the map app; its refresh token is in a cookie. */
        AppSession: {
            apiAccessToken: components["schemas"]["ApiAccessToken"];
            /** @description True: the token is good for changing the password and nothing else. */
            mustChangePassword: boolean;
            person: components["schemas"]["SignedInPerson"];
            /**
             * Format: date-time
             * @description When the refresh token is refused if it was not used; null: there is none.
             */
            refreshExpiresAt: string | null;
        };
        /** @description What the map app needs to know of this installation. */
        AppSettings: {
            /** @description The map that comes with Waymark; null: it was not built. */
            basemap: components["schemas"]["BasemapSettings"] | null;
            /** @description Whether pages of other origins may show the app in a frame. */
            embedding: boolean;
            /** @description Satellite pictures that the operator has set; null: none. */
            satellite: components["schemas"]["SatelliteSettings"] | null;
            signIn: components["schemas"]["SignInSettings"];
            /** @description The street map that the operator has set; null: none. */
            streetMap: components["schemas"]["StreetMapSettings"] | null;
            /** @description Street maps that this installation serves itself. */
            streets: components["schemas"]["StreetArchive"][];
            /** @description Of Waymark. */
            version: string;
        };
        /** @description An area on the map. Objects that report positions inside are its visitors; where the area has a floor, reports of another floor are outside. */
        Area: {
            /**
             * Format: int64
             * @description After how many seconds without a report from inside an object counts as absent; left out: never.
             */
            absentSeconds?: number;
            /**
             * Format: uuid
             * @description Id of the area.
             */
            areaId: string;
            /** @description What kind of area it is, in words of the workspace. */
            category?: string;
            /**
             * Format: int64
             * @description A report from the other side counts once nothing has spoken against it for so many seconds.
             */
            confirmSeconds: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: int64
             * @description After how many seconds inside a visit counts as a long one.
             */
            dwellSeconds?: number;
            floor?: components["schemas"]["Floor"];
            geometry: components["schemas"]["AreaGeometry"];
            /** @description What it is called. */
            name: string;
            /**
             * Format: int64
             * @description Of the change that touched geometry, floor or times last.
             */
            outlineRevision: number;
            /**
             * Format: date-time
             * @description When that was.
             */
            outlineUpdatedAt: string;
            /**
             * Format: int64
             * @description Grows with every change of any area; the ETag holds it.
             */
            revision: number;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updatedAt: string;
            /** @description Id of the workspace. */
            workspace: string;
        };
        /** @description All points within a distance of a centre. */
        AreaCircle: {
            /** @description Longitude and latitude in degrees. */
            center: number[];
            /**
             * Format: double
             * @description Metres over the ground.
             */
            radius: number;
            /**
             * @description Kind of the shape. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "Circle";
        };
        /** @description Areas to create, as GeoJSON. The property `name` of each feature names its area; a Point becomes a circle by its property `radius`, in metres. */
        AreaCollection: {
            /** @description One for each area. */
            features: components["schemas"]["AreaFeature"][];
            /**
             * @description Always FeatureCollection.
             * @enum {string}
             */
            type: "FeatureCollection";
        };
        /** @description All of an area that can be set. */
        AreaContent: {
            /** @description After how many seconds without a report from inside an object counts as absent; left out: never. */
            absentSeconds?: number;
            /** @description What kind of area it is, in words of the workspace. */
            category?: string;
            /** @description A report from the other side counts once nothing has spoken against it for so many seconds. */
            confirmSeconds?: number;
            /** @description After how many seconds inside a visit counts as a long one. */
            dwellSeconds?: number;
            floor?: components["schemas"]["Floor"];
            geometry: components["schemas"]["AreaGeometry"];
            /** @description What it is called. */
            name: string;
        };
        /** @description A GeoJSON Feature that becomes an area. */
        AreaFeature: {
            geometry: components["schemas"]["AreaFeatureGeometry"];
            properties: components["schemas"]["AreaFeatureProperties"];
            /**
             * @description Always Feature.
             * @enum {string}
             */
            type: "Feature";
        };
        /** @description Where the area is: an outline, or a point with `radius` among the properties. */
        AreaFeatureGeometry: components["schemas"]["AreaPolygon"] | components["schemas"]["AreaMultiPolygon"] | components["schemas"]["AreaCircle"] | components["schemas"]["AreaPoint"];
        /** @description What the area is to be; other properties are ignored. */
        AreaFeatureProperties: {
            /**
             * Format: int64
             * @description As of an area.
             */
            absentSeconds?: number | null;
            /** @description What kind of area it is. */
            category?: string | null;
            /** @description As of an area. */
            confirmSeconds?: number | null;
            /**
             * Format: int64
             * @description As of an area.
             */
            dwellSeconds?: number | null;
            floor?: components["schemas"]["Floor"];
            /** @description Name of the area. */
            name: string;
            /**
             * Format: double
             * @description Of a Point: metres around it.
             */
            radius?: number | null;
        };
        /** @description Where an area is: a GeoJSON Polygon or MultiPolygon (RFC 7946), or a circle. Answers have outer rings counter-clockwise, and longitudes beyond 180 where the outline crosses the antimeridian. */
        AreaGeometry: components["schemas"]["AreaPolygon"] | components["schemas"]["AreaMultiPolygon"] | components["schemas"]["AreaCircle"];
        /** @description The areas that were created. */
        AreaImport: {
            /** @description The areas of the page. */
            areas: components["schemas"]["ImportedArea"][];
            /**
             * Format: int64
             * @description How many areas were created.
             */
            imported: number;
        };
        /** @description A GeoJSON MultiPolygon. */
        AreaMultiPolygon: {
            /** @description Polygons, each with its outer ring and its holes. */
            coordinates: number[][][][];
            /**
             * @description Kind of the shape. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "MultiPolygon";
        };
        /** @description A page of areas. */
        AreaPage: {
            /** @description The areas of the page. */
            areas: components["schemas"]["Area"][];
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
        };
        /** @description The centre of a circle, whose `radius` is among the properties of the feature. */
        AreaPoint: {
            /** @description Longitude and latitude in degrees. */
            coordinates: number[];
            /**
             * @description Kind of the shape. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "Point";
        };
        /** @description A GeoJSON Polygon. */
        AreaPolygon: {
            /** @description The outer ring, then its holes. A ring is a list of positions, each [longitude, latitude] in degrees; the last one is the first again. */
            coordinates: number[][][];
            /**
             * @description Kind of the shape. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "Polygon";
        };
        /** @description Visits of areas, by bucket and by what it is broken down by. */
        AreasReport: {
            /**
             * Format: date-time
             * @description Where the report begins.
             */
            from: string;
            /** @description Length of the buckets. */
            interval: string;
            /** @description Name of the report. */
            report: string;
            /** @description The rows. */
            rows: components["schemas"]["AreasReportRow"][];
            /** @description Time zone of the buckets. */
            timeZone: string;
            /**
             * Format: date-time
             * @description Where it ends, not included.
             */
            to: string;
        };
        /** @description One row of the areas report; it has the properties that `by` asks for. */
        AreasReportRow: {
            /** @description Id of the area. */
            area?: string;
            /** @description Null: objects without one. */
            category?: string | null;
            /**
             * Format: double
             * @description Visits that began.
             */
            entered: number;
            /** @description Start of the bucket, in the time zone. */
            from: string;
            /**
             * Format: double
             * @description Time inside; of visits that go on, until now.
             */
            insideSeconds: number;
            /** @description The set that the category belongs to. */
            namespace?: string | null;
            /** @description Empty: objects without a type. */
            type?: string;
        };
        /** @description One stay of an object in an area. */
        AreaVisit: {
            /**
             * Format: date-time
             * @description When, the first time, for as long as the area asks nothing had been reported from inside; null: that is not so.
             */
            absentAt: string | null;
            /**
             * Format: int64
             * @description By whose outline it was judged.
             */
            areaRevision: number;
            /**
             * Format: date-time
             * @description When it had lasted as long as the area asks; null: it has not.
             */
            dweltAt: string | null;
            /**
             * Format: date-time
             * @description Of the first report from outside; null: it goes on.
             */
            endedAt: string | null;
            /** @description Globally unique id of the object. */
            externalId: string;
            /**
             * Format: date-time
             * @description Of the first report from inside.
             */
            startedAt: string;
        };
        /** @description One recorded change. */
        AuditLine: {
            /** @description What was done. */
            action: string;
            /** @description The network address that the call came from; null: not known. */
            address: string | null;
            /**
             * Format: date-time
             * @description When it was done.
             */
            at: string;
            /** @description What was decided; never a secret. */
            detail: Record<string, never> | null;
            /**
             * Format: int64
             * @description Its id.
             */
            id: number;
            /** @description Id of the request. */
            requestId: string;
            /** @description Who did it. */
            subject: string;
            /** @description What it was done to. */
            target: string;
            /** @description Id of the token of the call; null: it had none. */
            tokenId: string | null;
            /** @description Id of the workspace. */
            workspace: string | null;
        };
        /** @description A page of recorded changes, newest first. */
        AuditPage: {
            /** @description The recorded changes. */
            audit: components["schemas"]["AuditLine"][];
            /**
             * Format: int64
             * @description What the next page goes on from; null on the last page.
             */
            next: number | null;
        };
        /** @description Where the map that comes with Waymark is. */
        BasemapSettings: {
            /**
             * Format: int64
             * @description The closest zoom with tiles.
             */
            maxZoom: number;
            /** @description Template of the addresses of vector tiles. */
            tiles: string;
        };
        /** @description How busy the workspace is now. */
        CallRates: {
            /**
             * Format: double
             * @description Average of about the last minute.
             */
            callsPerSecond: number;
            /**
             * Format: double
             * @description Average of about the last minute.
             */
            elementsPerSecond: number;
        };
        /** @description The value of a field of the type Category. */
        Category: {
            /** @description The value within the namespace. */
            categoryName: string;
            /** @description The set that the value belongs to, such as `status`. */
            namespace: string;
        };
        /** @description The value of a field of the type Category. */
        CategoryFieldState: {
            /**
             * Format: date-time
             * @description When the value was true.
             */
            observedAt?: string;
            /**
             * @description Kind of the field; it decides what its value is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "Category";
            /** @description The category; null: the field was cleared. */
            value: components["schemas"]["Category"] | null;
        };
        /** @description One of a set of values, such as a status. */
        CategoryFieldValue: {
            /** @description Name of the field. */
            field: string;
            /**
             * @description Kind of the field; it decides what its value is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "Category";
            /** @description The category; null clears the field. */
            value: components["schemas"]["Category"] | null;
        };
        /** @description One line of the feed or of a history: a change of an object, or an event of an area. */
        Change: {
            /**
             * Format: int64
             * @description With absent: for how long nothing had been reported from inside.
             */
            absentSeconds?: number;
            /** @description Of an event of an area, which has no position and no fields: the area. */
            areaId?: string;
            /**
             * Format: int64
             * @description Of the area by whose outline it was judged.
             */
            areaRevision?: number;
            /** @description With corrected: what that one had told, such as entered. */
            correctedKind?: string;
            /** @description With corrected: eventId of what is not true any more. */
            corrects?: string;
            /**
             * Format: int64
             * @description With dwelt: how long the visit had lasted.
             */
            dwellSeconds?: number;
            /** @description As area.events has it. */
            eventId?: string;
            /** @description Globally unique id of the object. */
            externalId: string;
            /** @description The fields that the change reported; with mode=state, all that the object has. */
            fields?: {
                [key: string]: components["schemas"]["FieldState"];
            };
            /** @description A report that came late brought it up. */
            late?: boolean;
            /**
             * Format: date-time
             * @description When it was true.
             */
            observedAt?: string;
            position?: components["schemas"]["ChangePosition"];
            /** @description With left, where no report says why: area-changed or area-deleted. */
            reason?: string;
            /**
             * Format: date-time
             * @description When it was taken in.
             */
            receivedAt?: string;
            /**
             * Format: int64
             * @description Grows by one with every applied change of the object.
             */
            revision: number;
            /** @description Descriptive values that were set; null clears. */
            set?: Record<string, never>;
            /** @description True: older than what was known; kept as history. */
            stale?: boolean;
            /** @description Type of the event. */
            type: string;
            /**
             * Format: date-time
             * @description Begin of the visit that it belongs to.
             */
            visitStartedAt?: string;
        };
        /** @description A page of the feed. */
        ChangePage: {
            /** @description The changes of the page. */
            changes: components["schemas"]["Change"][];
            /** @description Where to go on; also on an empty page. */
            cursor: string;
            /** @description True: there is more now; false: wait. */
            more: boolean;
        };
        /** @description Only where the change reported one; always there with mode=state, but for an object that was erased. */
        ChangePosition: {
            /**
             * Format: double
             * @description Metres.
             */
            accuracy?: number;
            /**
             * Format: double
             * @description Metres above sea level.
             */
            alt?: number;
            floor?: components["schemas"]["Floor"];
            /**
             * Format: double
             * @description Degrees, WGS 84.
             */
            lat: number;
            /**
             * Format: double
             * @description Degrees, WGS 84.
             */
            lon: number;
        };
        /** @description How far one consumer of one topic is behind. */
        ConsumerLag: {
            /** @description A service, by the group that it reads in; `gateway` is the one that answers. */
            consumer: string;
            /** @description The same for each partition. */
            partitions: components["schemas"]["PartitionLag"][] | null;
            /**
             * Format: int64
             * @description Not yet processed, of all partitions; null: not known.
             */
            records: number | null;
            /** @description The topic that it reads. */
            topic: string;
        };
        /** @description An action bound to an object, such as a link. */
        ContentElement: {
            /** @description Id within the object. */
            id: string;
            /**
             * @description What it is: see the documentation of codes and actions.
             * @enum {string}
             */
            kind: "link" | "map" | "poll" | "field" | "checklist" | "on-scan";
            /** @description What people see. */
            label?: string;
            /** @description Where it leads, by its kind: of a link an absolute http, https, mailto or tel address without a user name and password; of others an id, a place or a value. */
            target?: string;
        };
        /** @description The key that was created. */
        CreatedKey: {
            /** @description Id of the key. */
            kid: string;
        };
        /** @description A share link with its secret. */
        CreatedShareLink: {
            /**
             * Format: date-time
             * @description When it was created, or last replaced.
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description From then on it shows nothing.
             */
            expiresAt: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description What it is called. */
            name: string;
            /**
             * Format: date-time
             * @description When it was revoked; null: it was not.
             */
            revokedAt: string | null;
            shows: components["schemas"]["SharedView"];
            /** @description An access token that reads what is shown, for as long as the link does. Shown this once. */
            token: string;
            /** @description Opens the app with what is shown. Shown this once. */
            url: string;
        };
        /** @description All of a dashboard that can be set. */
        Dashboard: {
            /** @description At most 30 parameters of reports by name (from, to, group, …), together at most 2,000 characters as JSON: texts, numbers, booleans, lists of texts. */
            filters?: {
                [key: string]: unknown;
            };
            /** @description What it is called. */
            name: string;
            /** @description The tiles. */
            tiles: components["schemas"]["DashboardTile"][];
        };
        /** @description A page of dashboards. */
        DashboardPage: {
            /** @description The dashboards of the page. */
            dashboards: components["schemas"]["DashboardSummary"][];
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
        };
        /** @description A dashboard without its tiles. */
        DashboardSummary: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description What it is called. */
            name: string;
            /**
             * Format: int64
             * @description Grows with every change; the ETag holds it.
             */
            revision: number;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updatedAt: string;
            /** @description Subject of who changed it last. */
            updatedBy: string;
        };
        /** @description One figure, chart, table or map of a dashboard, on a grid of 12 columns. */
        DashboardTile: {
            /** @description Height in rows. */
            h: number;
            /** @description Chosen by the client; unique in the dashboard. */
            id: string;
            /**
             * @description What kind it is.
             * @enum {string}
             */
            kind: "number" | "series" | "bar" | "table" | "map" | "heatmap" | "stale";
            /** @description At most 30 parameters of reports by name (from, to, group, …), together at most 2,000 characters as JSON: texts, numbers, booleans, lists of texts. */
            query: {
                [key: string]: unknown;
            };
            /** @description What people see as its name. */
            title: string;
            /** @description Width in columns. */
            w: number;
            /** @description Column of 12, from 0. */
            x: number;
            /** @description Row, from 0. */
            y: number;
        };
        /** @description A record that could not be processed and was set aside. */
        DeadLetter: {
            /** @description As text; what is no UTF-8 in it is shown as �. */
            key: string | null;
            /** @description Its name. */
            letter: string;
            /** @description Why. */
            reason: string;
            /**
             * Format: int64
             * @description Bytes of the value.
             */
            size: number;
            source: components["schemas"]["LetterSource"];
            /**
             * Format: date-time
             * @description When it was set aside.
             */
            time: string;
        };
        /** @description A page of dead letters. */
        DeadLetterPage: {
            /** @description The dead letters of the page. */
            letters: components["schemas"]["DeadLetter"][];
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
        };
        /** @description What a replay has done. */
        DeadLetterReplay: {
            /**
             * Format: int64
             * @description Of those that were asked for.
             */
            left: number;
            /**
             * Format: int64
             * @description How many records were written back.
             */
            replayed: number;
            /** @description Whose letters. */
            source: string;
        };
        /** @description What a field of the workspace means. */
        DefinedField: {
            /** @description Left out: any. */
            categories?: components["schemas"]["FieldCategory"][];
            /** @description How many decimals are shown, of a Number. */
            decimals?: number;
            /** @description What people see; its name when left out. */
            label?: string;
            /**
             * Format: double
             * @description The largest value that is allowed, of a Number.
             */
            max?: number;
            /**
             * Format: double
             * @description The least value that is allowed, of a Number.
             */
            min?: number;
            /** @description As fieldValues name it. */
            name: string;
            /** @description Left out: all. */
            objectTypes?: string[];
            /**
             * @description What becomes of an element whose value breaks the definition: `warn` applies it, `reject` refuses it.
             * @enum {string}
             */
            onConflict: "warn" | "reject";
            /**
             * @description Whether the definition is held against values.
             * @enum {string}
             */
            review: "proposed" | "approved" | "ignored";
            /**
             * @description The type.
             * @enum {string}
             */
            type: "String" | "Number" | "Category";
            /** @description Written behind the value, such as `km/h`. */
            unit?: string;
            /** @description Id of the workspace. */
            workspace: string;
        };
        /** @description One attempt to deliver a message to a webhook. */
        Delivery: {
            /** @description The first KB of what the receiver answered. */
            answer: string | null;
            /**
             * Format: date-time
             * @description When it was sent.
             */
            at: string;
            /**
             * Format: int64
             * @description The number of the attempt, from 1.
             */
            attempt: number;
            /**
             * Format: int64
             * @description In the message.
             */
            changes: number;
            /**
             * Format: int64
             * @description Milliseconds until the answer.
             */
            durationMs: number;
            /** @description Why it was not delivered, in words. */
            error: string | null;
            /** @description Its id. */
            id: string;
            /** @description What kind it is. */
            kind: string;
            /** @description Header webhook-id; the same for every attempt of a message. */
            messageId: string;
            /** @description The result. */
            outcome: string;
            /**
             * Format: int64
             * @description Of the answer; null: there was none.
             */
            status: number | null;
        };
        /** @description A page of attempts, newest first. */
        DeliveryPage: {
            /** @description The attempts of the page. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
        };
        /** @description The state of the installation. */
        Diagnosis: {
            /**
             * Format: date-time
             * @description When it was looked.
             */
            checkedAt: string;
            /** @description What was looked at, one by one. */
            findings: components["schemas"]["Finding"][];
            /** @description The newest that is served. */
            interfaceVersion: string;
            /** @description Of Waymark, as this gateway runs it. */
            version: string;
        };
        /** @description Why an element was refused. */
        ElementError: {
            /** @description What is wrong; programs go by this. */
            code: string;
            /** @description The reason in words. */
            detail: string;
            /** @description JSON pointer (RFC 6901) into the body; of something missing: where it should be. */
            pointer?: string;
        };
        /** @description What became of one element of the posted array. */
        ElementResult: {
            error?: components["schemas"]["ElementError"];
            /** @description Id of the object; null: the element had none that could be read. */
            externalId: string | null;
            /**
             * Format: int64
             * @description Place in the array.
             */
            index: number;
            /**
             * Format: int64
             * @description Grows by one with every applied change of the object.
             */
            revision?: number;
            /** @description True: older than what was known; kept as history, the object did not move back. */
            stale?: boolean;
            /**
             * @description What became of the element.
             * @enum {string}
             */
            status: "created" | "updated" | "rejected";
            /** @description The element was applied, though a value breaks the definition of its field, which says that this is only worth a warning. Told in the direct answer only, not when the operation is looked up later. */
            warnings?: components["schemas"]["ElementWarning"][];
        };
        /** @description What is wrong with an element that was applied all the same. */
        ElementWarning: {
            /** @description What is wrong; programs go by this. */
            code: string;
            /** @description The same in words. */
            detail: string;
            /** @description JSON pointer (RFC 6901) into the body. */
            pointer: string;
        };
        /** @description The newest state of an object. */
        ExternalObject: {
            /** @description True: the object is hidden from lists and maps. */
            archived: boolean;
            /** @description Actions bound to the object. */
            contentElements?: components["schemas"]["ShownContentElement"][];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Free text for people. */
            description?: string;
            /**
             * Format: double
             * @description Metres from the place that `near` named; only in such a list.
             */
            distance?: number;
            /** @description Globally unique id of the object. */
            externalId: string;
            /** @description The newest value of each field, by its name. */
            fields: {
                [key: string]: components["schemas"]["FieldState"];
            };
            /** @description Name of the icon on the map. */
            icon?: string;
            /**
             * Format: date-time
             * @description The newest observation of its position or of a field; only in a list by age.
             */
            lastSeen?: string;
            /** @description SHA-256 of its picture, whose bytes are at …/picture. */
            picture?: string;
            position: components["schemas"]["ObjectPosition"];
            /**
             * Format: int64
             * @description Grows by one with every applied change of the object.
             */
            revision: number;
            /** @description What people see as its name. */
            title?: string;
            /** @description The type. */
            type?: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** @description At least one of `locationUpdate` and `fieldValues` must be there; the first update of an object needs a `locationUpdate`. */
        ExternalObjectUpdate: {
            /** @description Id of the object, compared character by character. Not `.` or `..`, and with a visible character. */
            externalId: string;
            /** @description Values of fields; each field once. */
            fieldValues?: components["schemas"]["FieldValue"][];
            initialExternalObject?: components["schemas"]["InitialExternalObject"];
            locationUpdate?: components["schemas"]["LocationUpdate"];
            /**
             * Format: date-time
             * @description When it was true; the time of receipt when left out. At most 5 minutes in the future.
             */
            observedAt?: string;
        };
        /** @description One of the values that a field of the type Category may have. */
        FieldCategory: {
            /** @description The value within the namespace. */
            categoryName: string;
            /** @description Colour, `#rrggbb`. */
            color?: string;
            /** @description Name of an icon. */
            icon?: string;
            /** @description What people see; its name when left out. */
            label?: string;
            /** @description The set that the category belongs to. */
            namespace: string;
        };
        /** @description All of the meaning of a field that can be set. */
        FieldDefinition: {
            /** @description The allowed values; left out: any. */
            categories?: components["schemas"]["FieldCategory"][];
            /** @description How many decimals are shown, of a Number. */
            decimals?: number;
            /** @description What people see; its name when left out. */
            label?: string;
            /**
             * Format: double
             * @description The largest value that is allowed, of a Number.
             */
            max?: number;
            /**
             * Format: double
             * @description The least value that is allowed, of a Number.
             */
            min?: number;
            /** @description Types of objects that it belongs to; left out: all. No value is refused because of it. */
            objectTypes?: string[];
            /**
             * @description What becomes of an element whose value breaks the definition: `warn` applies it and says so, `reject` refuses it.
             * @enum {string}
             */
            onConflict?: "warn" | "reject";
            /**
             * @description `approved` when left out. Only an approved definition is held against values; values of an ignored field are taken and not offered for review.
             * @enum {string}
             */
            review?: "proposed" | "approved" | "ignored";
            /**
             * @description The type.
             * @enum {string}
             */
            type: "String" | "Number" | "Category";
            /** @description Written behind the value, such as `km/h`. */
            unit?: string;
        };
        /** @description The fields of a workspace that are defined. */
        FieldList: {
            /** @description The fields. */
            fields: components["schemas"]["DefinedField"][];
        };
        /** @description A value of a field, by its `type`; the value null: the field was cleared. */
        FieldState: components["schemas"]["StringFieldState"] | components["schemas"]["NumberFieldState"] | components["schemas"]["CategoryFieldState"];
        /** @description A page of fields to look at. */
        FieldsToReview: {
            /** @description The fields. */
            fields: components["schemas"]["FieldToReview"][];
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
        };
        /** @description A field that was sent and is not defined, or not as it was sent. */
        FieldToReview: {
            /** @description Of values of the type Category: those that came, up to 50. */
            categories: components["schemas"]["Category"][];
            /**
             * Format: int64
             * @description How many of them broke the approved definition.
             */
            conflicts: number;
            /**
             * Format: int64
             * @description About how many values came; a repeated call counts again.
             */
            count: number;
            /** @description How it is defined; null: it is not. */
            definition: components["schemas"]["DefinedField"] | null;
            /**
             * Format: date-time
             * @description When it was first sent.
             */
            firstSeen: string;
            /**
             * Format: date-time
             * @description When it was last sent.
             */
            lastSeen: string;
            /** @description What it is called. */
            name: string;
            /** @description Some of the values, cut to 64 characters; removed once the field is defined. */
            samples: string[];
            types: components["schemas"]["FieldTypeCounts"];
        };
        /** @description How often each type of value came. */
        FieldTypeCounts: {
            /**
             * Format: int64
             * @description Values of the type Category.
             */
            Category: number;
            /**
             * Format: int64
             * @description Values of the type Number.
             */
            Number: number;
            /**
             * Format: int64
             * @description Values of the type String.
             */
            String: number;
        };
        /** @description A value of a field, by its `type`. The value null clears the field. */
        FieldValue: components["schemas"]["StringFieldValue"] | components["schemas"]["NumberFieldValue"] | components["schemas"]["CategoryFieldValue"];
        /** @description One thing that was looked at. */
        Finding: {
            /** @description What was looked at. */
            about: string;
            /** @description What was found, in words. */
            found: string;
            /** @description What to do about it; null: nothing. */
            remedy: string | null;
            /**
             * @description How it is.
             * @enum {string}
             */
            state: "fine" | "warning" | "broken";
        };
        /** @description The objects and calls to try a plan with. */
        Fleet: {
            /** @description Elements in one array. */
            elementsPerCall: number;
            /** @description How many objects send updates. */
            objects: number;
            /**
             * Format: double
             * @description Reads an hour, of all clients together.
             */
            readsPerHour?: number;
            /** @description How many tokens the calls are spread over. */
            tokens?: number;
            /**
             * Format: double
             * @description Updates that each object sends an hour.
             */
            updatesPerObjectPerHour: number;
        };
        /** @description Whether a fleet fits into a plan. */
        FleetFit: {
            /** @description True: all limits are kept. */
            fits: boolean;
            /** @description Each limit of the plan. */
            limits: components["schemas"]["FleetFitLimit"][];
            /** @description Name of the plan. */
            plan: string;
            /** @description The least plan that would fit; null: none. */
            smallestPlan: string | null;
        };
        /** @description One limit of the plan and what the fleet needs of it. */
        FleetFitLimit: {
            /**
             * Format: int64
             * @description Null: not limited.
             */
            allowed: number | null;
            /** @description True: the limit is kept. */
            fits: boolean;
            /** @description Name of the limit. */
            limit: string;
            /**
             * Format: double
             * @description What the fleet needs.
             */
            needed: number;
        };
        /** @description A floor of a building: a name or a number. */
        Floor: string | number;
        /** @description What one person has chosen. */
        GivenAnswer: {
            /** @description Ids of what was chosen. */
            options: string[];
            /** @description Who chose it; null: has left the workspace since. */
            person: components["schemas"]["AnsweringPerson"] | null;
        };
        /** @description A GeoJSON FeatureCollection (RFC 7946) of H3 cells. */
        Heatmap: {
            /** @description The cells. */
            features: components["schemas"]["HeatmapCell"][];
            /**
             * @description Always `FeatureCollection`.
             * @enum {string}
             */
            type: "FeatureCollection";
        };
        /** @description One H3 cell as a GeoJSON Feature. */
        HeatmapCell: {
            geometry: components["schemas"]["HeatmapCellOutline"];
            /** @description H3 index of the cell. */
            id: string;
            properties: components["schemas"]["HeatmapCellFigures"];
            /**
             * @description Always `Feature`.
             * @enum {string}
             */
            type: "Feature";
        };
        /** @description What happened in the cell. */
        HeatmapCellFigures: {
            /**
             * Format: double
             * @description Time that objects were in the cell, all together: each position counts until the next one of the object, at most 15 minutes.
             */
            dwellSeconds?: number;
            /**
             * Format: double
             * @description The largest value; null: not asked for.
             */
            max?: number | null;
            /**
             * Format: double
             * @description The mean of the values; null: not asked for.
             */
            mean?: number | null;
            /**
             * Format: double
             * @description Different objects.
             */
            objects: number;
            /**
             * Format: double
             * @description Reported positions.
             */
            observations: number;
        };
        /** @description The outline of the cell. */
        HeatmapCellOutline: {
            /** @description Rings of positions: longitude, latitude. */
            coordinates: number[][][];
            /**
             * @description Always `Polygon`.
             * @enum {string}
             */
            type: "Polygon";
        };
        /** @description A page of the history of several objects. */
        HistoriesPage: {
            /** @description The changes of the page. */
            history: components["schemas"]["Change"][];
            incomplete?: components["schemas"]["PresenceGap"];
            /** @description Address of the next page, relative to this server; null on the last page. */
            next: string | null;
        };
        /** @description A page of the history of an object. */
        HistoryPage: {
            /** @description The changes of the page. */
            history: components["schemas"]["Change"][];
            /** @description Address of the next page, relative to this server; null on the last page. */
            next: string | null;
        };
        /** @description Why something is to be held. */
        Hold: {
            /** @description Why. */
            reason: string;
        };
        /** @description A page of held objects. */
        HoldPage: {
            /** @description The held objects. */
            holds: components["schemas"]["ObjectHold"][];
            /** @description Address of the next page, relative to this server; null on the last page. */
            next: string | null;
            /** @description The hold of the whole workspace; null: there is none. */
            ofWorkspace?: components["schemas"]["ShownWorkspaceHold"] | null;
        };
        /** @description Who owns an id of an object. */
        IdOwner: {
            /** @description True: nothing of an object is held but its id. */
            erased: boolean;
            /** @description Globally unique id of the object. */
            externalId: string;
            /**
             * Format: int64
             * @description Of the last change.
             */
            revision: number;
            /**
             * Format: date-time
             * @description When that was.
             */
            updatedAt: string;
            /** @description The owner; null: the id was released. */
            workspace: string | null;
        };
        /** @description An area that was created. */
        ImportedArea: {
            /**
             * Format: uuid
             * @description Id of the area.
             */
            areaId: string;
            /** @description What it is called. */
            name: string;
            /**
             * Format: int64
             * @description Grows with every change.
             */
            revision: number;
        };
        /** @description Used only when this update creates the object. */
        InitialExternalObject: {
            /** @description Actions bound to the object. */
            contentElements?: components["schemas"]["ContentElement"][];
            /** @description Free text for people. */
            description?: string;
            /** @description Name of the icon on the map. */
            icon?: string;
            /** @description What people see as its name. */
            title?: string;
            /** @description The type. */
            type?: string;
        };
        /**
         * @description A version of the interface: the day it was published.
         * @enum {string}
         */
        InterfaceVersion: "2026-11-21";
        /** @description A JWK Set (RFC 7517): the public keys of access tokens. */
        JwkSet: {
            /** @description The keys. */
            keys: components["schemas"]["PublicKey"][];
        };
        /** @description Objects of a workspace as they are stored. */
        KeptObjectsPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            /** @description The objects. */
            objects: {
                [key: string]: unknown;
            }[];
        };
        /** @description Which objects of the workspace to read. */
        KeptObjectsQuestion: {
            /** @description The value `next` of the page before. */
            after?: string;
            /** @description Only these objects. */
            ids?: string[];
        };
        /** @description Whether all commands on the log are applied. */
        KeptObjectsSettled: {
            /** @description True: they are. */
            settled: boolean;
        };
        /** @description The keys that sign tokens. */
        KeyList: {
            /** @description The keys. */
            keys: components["schemas"]["SigningKey"][];
        };
        /** @description How the next key is to take over. */
        KeyRotation: {
            /** @description True: the new key signs at once, before all services have heard of it. */
            immediately?: boolean;
        };
        /** @description How far each consumer of the topics is behind. */
        LagReport: {
            /** @description Each consumer of each topic. */
            consumers: components["schemas"]["ConsumerLag"][];
            /**
             * Format: date-time
             * @description When it was measured.
             */
            measuredAt: string;
        };
        /** @description Bytes of a record: as text where they are UTF-8, otherwise in base64. */
        LetterContent: {
            /** @description The bytes. */
            data: string;
            /**
             * @description How `data` is written.
             * @enum {string}
             */
            encoding: "utf8" | "base64";
        };
        /** @description Where a record came from. */
        LetterSource: {
            /**
             * Format: int64
             * @description Its place in the partition.
             */
            offset: number;
            /**
             * Format: int64
             * @description Number of the partition.
             */
            partition: number;
            /** @description Name of the topic. */
            topic: string;
        };
        /** @description How one limit of the plan stands. */
        LimitStanding: {
            /**
             * Format: int64
             * @description Of the month over all gateways, as of their last reports; of rates what this gateway can let in.
             */
            left: number;
            /** @description Those that begin with token are of this token alone. */
            limit: string;
            /**
             * Format: double
             * @description Calls or elements in the window.
             */
            quota: number;
            /**
             * Format: date-time
             * @description When the month ends, or the rate is whole again.
             */
            resetsAt: string;
            /**
             * Format: double
             * @description What is used of the quota.
             */
            used: number;
            /**
             * Format: int64
             * @description The length of the window.
             */
            windowSeconds: number;
        };
        /** @description The process lives. */
        Liveness: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "live";
        };
        /** @description Where the object is. */
        LocationUpdate: {
            /**
             * Format: double
             * @description Metres.
             */
            accuracy?: number;
            floor?: components["schemas"]["Floor"];
            newPosition: components["schemas"]["NewPosition"];
        };
        /** @description E-mail address and password. */
        Login: {
            /** @description E-mail address. */
            email: string;
            /** @description The password. */
            password: string;
        };
        /** @description A sign-in: an access token, a refresh token and the person. */
        LoginAnswer: {
            apiAccessToken: components["schemas"]["ApiAccessToken"];
            /** @description True: the token is good for changing the password and nothing else. */
            mustChangePassword: boolean;
            person: components["schemas"]["SignedInPerson"];
            /**
             * Format: date-time
             * @description When the refresh token is refused if it was not used; null: there is none.
             */
            refreshExpiresAt: string | null;
            /** @description Good for one refresh. Null when the password must be changed first. */
            refreshToken: string | null;
        };
        /** @description A token of a machine, without its secret. */
        MachineToken: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description From then on it is refused.
             */
            expiresAt: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: date-time
             * @description To about a minute; null: not used since it was made.
             */
            lastUsedAt: string | null;
            /** @description What it is called. */
            name: string;
            /** @description What it is limited to beyond its scopes; null: nothing. */
            narrowed: components["schemas"]["Narrowing"] | null;
            /**
             * Format: date-time
             * @description When it was revoked; null: it was not.
             */
            revokedAt: string | null;
            /** @description What it may do. */
            scopes: string[];
            /** @description Ids of the workspaces that it opens. */
            workspaces: string[];
        };
        /** @description A person of the workspace. */
        Member: {
            /** @description The e-mail address as it was given; it need not have a public domain (`operator@localhost`) and may have letters beyond ASCII. */
            email: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description As the workspace's admin wrote it, or the operator. */
            name: string;
            /**
             * @description What the person may do in the workspace.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
        };
        /** @description What a person of the workspace is called. */
        MemberName: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description What it is called. */
            name: string;
        };
        /** @description A page of names. */
        MemberNamePage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            /** @description The people. */
            people: components["schemas"]["MemberName"][];
        };
        /** @description A page of people of the workspace. */
        MemberPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            /** @description The people. */
            people: components["schemas"]["Member"][];
        };
        /** @description The role of a person in a workspace. */
        Membership: {
            /**
             * @description What the person may do in the workspace.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
        };
        /** @description The next state of a move. */
        Move: {
            /** @description With `copying`: the gateway that calls are forwarded to later. */
            address?: string;
            /** @description Its id. */
            id: string;
            /** @description What it is called. */
            name?: string;
            /** @description Name of the plan. */
            plan?: string;
            /**
             * @description Where the workspace leaves: `copying`, `closing`, `forwarding`. Where it arrives: `receiving`, `received`.
             * @enum {string}
             */
            state: "copying" | "closing" | "forwarding" | "receiving" | "received";
        };
        /** @description A public key of the installation that the workspace comes from. */
        MovedKey: {
            /** @description Id of the key. */
            kid: string;
            /** @description Column of 12, from 0. */
            x: string;
            /** @description Row, from 0. */
            y: string;
        };
        /** @description A machine token as the other installation lists it, without its secret. */
        MovedToken: {
            /** @description When it was created. */
            createdAt: string;
            /** @description Who created it. */
            createdBy: string;
            /** @description When it expires. */
            expiresAt: string;
            /** @description Its id. */
            id: string;
            /** @description What it is called. */
            name: string;
            /** @description What it is limited to beyond its scopes; null: nothing. */
            narrowed?: Record<string, never>;
            /** @description When it was revoked; left out: it is valid. */
            revokedAt?: string;
            /** @description What it may do. */
            scopes: ("objects:write" | "objects:read" | "feed:read" | "reports:read" | "boards:write" | "areas:write" | "shares:write" | "usage:read" | "webhooks:admin" | "fields:admin" | "objects:erase" | "retention:admin" | "holds:admin" | "audit:read" | "tokens:admin" | "people:admin")[];
        };
        /** @description How many tokens were taken over. */
        MovedTokenCount: {
            /**
             * Format: int64
             * @description How many were taken over.
             */
            tokens: number;
        };
        /** @description Machine tokens that stay valid after a move, and the keys that they are signed with. */
        MovedTokens: {
            /** @description Its id. */
            id: string;
            /** @description The keys. */
            keys: components["schemas"]["MovedKey"][];
            /** @description The tokens. */
            tokens: components["schemas"]["MovedToken"][];
        };
        /** @description A workspace that was found by name. */
        NamedWorkspace: {
            /** @description As the routes take it. */
            id: string;
            /** @description The present one, whichever was asked for. */
            name: string;
        };
        /** @description What a token is limited to, beyond its workspaces and scopes. All conditions must hold. */
        Narrowing: {
            /** @description Only these fields. */
            fields?: string[];
            /** @description Only objects whose ids begin with this. */
            idPrefix?: string;
            /** @description Only objects of these types. */
            types?: string[];
        };
        /** @description A token of a machine with its secret. */
        NewMachineToken: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description From then on it is refused.
             */
            expiresAt: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: date-time
             * @description To about a minute; null: not used since it was made.
             */
            lastUsedAt: string | null;
            /** @description What it is called. */
            name: string;
            /** @description What it is limited to beyond its scopes; null: nothing. */
            narrowed: components["schemas"]["Narrowing"] | null;
            /**
             * Format: date-time
             * @description When it was revoked; null: it was not.
             */
            revokedAt: string | null;
            /** @description What it may do. */
            scopes: string[];
            /** @description The access token. Shown this once: keep it. */
            token: string;
            /** @description Ids of the workspaces that it opens. */
            workspaces: string[];
        };
        /** @description Who is let into the workspace, and as what. */
        NewMember: {
            /** @description E-mail address. */
            email: string;
            /** @description What it is called. */
            name?: string;
            /**
             * @description What the person may do in the workspace.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
        };
        /** @description A token of a machine to create, of any workspaces or of the operator. */
        NewOperatorToken: {
            /** @description For how long it is good. */
            expiresInSeconds?: number;
            /** @description What it is called. */
            name: string;
            narrowed?: components["schemas"]["Narrowing"];
            /** @description What it may do. */
            scopes: components["schemas"]["TokenScope"][];
            /** @description Ids of the workspaces that it opens. */
            workspaces: string[];
        };
        /** @description A person to create. */
        NewPerson: {
            /** @description E-mail address. */
            email: string;
            /** @description What it is called. */
            name?: string;
            /** @description True: may administer the installation. */
            operator?: boolean;
        };
        /** @description A position on the ground, WGS 84. */
        NewPosition: {
            /**
             * Format: double
             * @description Metres above sea level.
             */
            alt?: number;
            /**
             * Format: double
             * @description Degrees, WGS 84.
             */
            lat: number;
            /**
             * Format: double
             * @description Degrees, WGS 84.
             */
            lon: number;
        };
        /** @description A share link to create. */
        NewShareLink: {
            /** @description For how long it is good. */
            expiresInSeconds?: number;
            /** @description What it is called. */
            name: string;
            shows: components["schemas"]["SharedView"];
        };
        /** @description A token of a machine to create. */
        NewToken: {
            /** @description For how long it is good. */
            expiresInSeconds?: number;
            /** @description What it is called. */
            name: string;
            narrowed?: components["schemas"]["Narrowing"];
            /** @description What it may do. */
            scopes: components["schemas"]["WorkspaceScope"][];
        };
        /** @description A webhook with its secret. */
        NewWebhook: {
            /** @description Subject of who made, changed or resumed it last: deliveries are paused when that right is gone. */
            answeredForBy: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /** @description Where it stands in the feed: behind all that was delivered. */
            cursor: string;
            /** @description Free text for people. */
            description: string;
            /** @description False: nothing is sent. */
            enabled: boolean;
            /** @description The failure that is tried again; null: none. */
            failing: components["schemas"]["WebhookFailure"] | null;
            filter: components["schemas"]["WebhookFilter"];
            /**
             * Format: date-time
             * @description Until then the secret before this one signs too.
             */
            formerSecretUntil: string | null;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the receiver last took a message.
             */
            lastDeliveredAt: string | null;
            /** @description Of one message. */
            maxChanges: number;
            /**
             * @description `events`: every change; `state`: the newest state of each object that changed.
             * @enum {string}
             */
            mode: "events" | "state";
            /** @description Why it is paused; null: it is not. */
            paused: components["schemas"]["WebhookPause"] | null;
            /** @description Signs the messages (Standard Webhooks, v1). Shown this once: keep it. */
            secret: string;
            /** @description failing: the message under way is tried again; paused: until somebody resumes it; off: not enabled. */
            state: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description Address that messages are posted to. */
            url: string;
            /** @description Id of the workspace. */
            workspace: string;
        };
        /** @description A webhook to create. */
        NewWebhookSettings: {
            /** @description Free text for people. */
            description?: string;
            /** @description False: nothing is sent. */
            enabled?: boolean;
            filter?: components["schemas"]["WebhookFilter"];
            /** @description Where in the feed it begins: `earliest`, `latest`, a cursor, or a time (RFC 3339). */
            from?: string;
            /** @description At most so many changes in one message. */
            maxChanges?: number;
            /**
             * @description `events`: every change; `state`: the newest state of each object that changed.
             * @enum {string}
             */
            mode?: "events" | "state";
            /** @description Address that messages are posted to. */
            url: string;
        };
        /** @description A workspace to create. */
        NewWorkspace: {
            /** @description Its id. */
            id: string;
            /** @description What it is called. */
            name?: string;
            /** @description Name of the plan. */
            plan?: string;
        };
        /** @description The value of a field of the type Number. */
        NumberFieldState: {
            /**
             * Format: date-time
             * @description When the value was true.
             */
            observedAt?: string;
            /**
             * @description Kind of the field; it decides what its value is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "Number";
            /**
             * Format: double
             * @description The number; null: the field was cleared.
             */
            value: number | null;
        };
        /** @description A number. */
        NumberFieldValue: {
            /** @description Name of the field. */
            field: string;
            /**
             * @description Kind of the field; it decides what its value is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "Number";
            /**
             * Format: double
             * @description Finite; kept as a double, so an integer beyond 2^53 may be rounded: 9007199254740993 becomes 9007199254740992. Null clears the field.
             */
            value: number | null;
        };
        /** @description How many objects there are on all pages. */
        ObjectCount: {
            /** @description There are more than were counted. */
            atLeast: boolean;
            /**
             * Format: int64
             * @description The number, at most 10,000.
             */
            objects: number;
        };
        /** @description A JSON merge patch (RFC 7396): null clears, what is left out stays. */
        ObjectEdit: {
            /** @description Actions bound to the object. */
            contentElements?: components["schemas"]["ContentElement"][] | null;
            /** @description Free text for people. */
            description?: string | null;
            /** @description Values of fields; each field once. */
            fieldValues?: components["schemas"]["FieldValue"][];
            /** @description Name of the icon on the map. */
            icon?: string | null;
            locationUpdate?: components["schemas"]["LocationUpdate"];
            /**
             * Format: date-time
             * @description When it was true; the time of receipt when left out. At most 5 minutes in the future.
             */
            observedAt?: string;
            /** @description SHA-256 of a picture that was uploaded for this object and is kept still; PUT …/picture uploads one and sets it. */
            picture?: string | null;
            /** @description What people see as its name. */
            title?: string | null;
            /** @description The type. */
            type?: string | null;
        };
        /** @description A legal hold of an object. */
        ObjectHold: {
            /** @description Subject of who put it. */
            by: string;
            /** @description Globally unique id of the object. */
            externalId: string;
            /** @description Why. */
            reason: string;
            /**
             * Format: date-time
             * @description When it was put.
             */
            since: string;
        };
        /** @description A page of objects. */
        ObjectPage: {
            count?: components["schemas"]["ObjectCount"];
            /** @description With snapshot=true: where the feed goes on from these objects. Drop changes whose revision is not above that of the object. */
            cursor?: string;
            /** @description With q: so much is alike that not all of it was compared; type more. */
            incomplete?: boolean;
            near?: components["schemas"]["SearchCircle"];
            /** @description Address of the next page, relative to this server; null on the last page. */
            next: string | null;
            /** @description The objects of the page. */
            objects: components["schemas"]["ExternalObject"][];
        };
        /** @description The newest position of the object. */
        ObjectPosition: {
            /**
             * Format: double
             * @description Metres.
             */
            accuracy?: number;
            /**
             * Format: double
             * @description Metres above sea level.
             */
            alt?: number;
            floor?: components["schemas"]["Floor"];
            /**
             * Format: double
             * @description Degrees, WGS 84.
             */
            lat: number;
            /**
             * Format: double
             * @description Degrees, WGS 84.
             */
            lon: number;
            /**
             * Format: date-time
             * @description When the object was there.
             */
            observedAt: string;
        };
        /** @description The one-time code of a sign-in with a provider. */
        OidcToken: {
            /** @description The one-time code from the address of the app. */
            code: string;
            /** @description The verifier of which the challenge was given to `/auth/oidc/start` (RFC 7636). */
            verifier: string;
        };
        /** @description A dead letter with what is in it. */
        OpenedDeadLetter: {
            /** @description Of the record, as before it was set aside. */
            headers: {
                [key: string]: components["schemas"]["LetterContent"];
            };
            /** @description As text; what is no UTF-8 in it is shown as �. */
            key: string | null;
            /** @description Its name. */
            letter: string;
            /** @description Why. */
            reason: string;
            /**
             * Format: int64
             * @description Bytes of the value.
             */
            size: number;
            source: components["schemas"]["LetterSource"];
            /**
             * Format: date-time
             * @description When it was set aside.
             */
            time: string;
            /** @description What is in it; null: nothing. */
            value: components["schemas"]["LetterContent"] | null;
        };
        /** @description An access token for what a share link shows, and what that is. */
        OpenedShareLink: {
            apiAccessToken: components["schemas"]["ApiAccessToken"];
            /**
             * Format: date-time
             * @description From then on the link shows nothing; the token may end before, then exchange the code again.
             */
            expiresAt: string;
            /** @description What it is called. */
            name: string;
            shows: components["schemas"]["SharedView"];
        };
        /** @description What became of a call: one result for each element. */
        OperationAnswer: {
            /** @description Null when every element was refused: nothing was taken in, so there is nothing to look up. */
            operationId: string | null;
            /** @description In the order of the array. */
            results: components["schemas"]["ElementResult"][];
        };
        /** @description The call was taken in, and its outcomes are not known yet. */
        OperationPending: {
            /** @description Where the outcomes are found. */
            operationId: string;
            /**
             * @description Always `pending`.
             * @enum {string}
             */
            status: "pending";
        };
        /** @description How far one partition is behind. */
        PartitionLag: {
            /**
             * Format: int64
             * @description Records not yet processed, at most a second old.
             */
            lag: number;
            /**
             * Format: int64
             * @description Number of the partition.
             */
            partition: number;
        };
        /** @description The old password and the new one. */
        PasswordChange: {
            /** @description The new password. */
            newPassword: string;
            /** @description The password until now. */
            oldPassword: string;
        };
        /** @description A one-time secret that sets a password. */
        PasswordLink: {
            /**
             * Format: date-time
             * @description From then on it is refused.
             */
            expiresAt: string;
            /** @description For POST /auth/password/reset. Shown this once. */
            secret: string;
        };
        /** @description A one-time secret and the new password. */
        PasswordReset: {
            /** @description The new password. */
            newPassword: string;
            /** @description The one-time secret of the password link. */
            secret: string;
        };
        /** @description Where an object was at the instant. */
        PastPosition: {
            /**
             * Format: double
             * @description Metres.
             */
            accuracy?: number;
            /**
             * Format: double
             * @description How old that observation was at the instant.
             */
            ageSeconds: number;
            /**
             * Format: double
             * @description Metres above sea level.
             */
            alt?: number;
            /** @description Globally unique id of the object. */
            externalId: string;
            floor?: components["schemas"]["Floor"];
            /**
             * Format: double
             * @description Degrees, WGS 84.
             */
            lat: number;
            /**
             * Format: double
             * @description Degrees, WGS 84.
             */
            lon: number;
            /**
             * Format: date-time
             * @description When it was there.
             */
            observedAt: string;
            /** @description Of the object, as it is now. */
            type?: string;
        };
        /** @description A person of the installation. */
        Person: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description The e-mail address as it was given; it need not have a public domain (`operator@localhost`) and may have letters beyond ASCII. */
            email: string;
            /** @description False: signs in with a provider, or has not set one yet. */
            hasPassword: boolean;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: date-time
             * @description Null: never.
             */
            lastLoginAt: string | null;
            /** @description True: the password must be changed at the next sign-in. */
            mustChangePassword: boolean;
            /** @description What it is called. */
            name: string;
            /** @description True: may administer the installation. */
            operator: boolean;
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description Claim `sub` of the tokens. */
            subject: string;
            /** @description The workspaces. */
            workspaces: components["schemas"]["RoleInWorkspace"][];
        };
        /** @description What to change of a person; what is left out stays. */
        PersonChange: {
            /** @description E-mail address. */
            email?: string;
            /** @description What it is called. */
            name?: string;
            /** @description True: may administer the installation. */
            operator?: boolean;
            /**
             * @description A disabled person cannot sign in; tokens end.
             * @enum {string}
             */
            status?: "active" | "disabled";
        };
        /** @description A page of people. */
        PersonPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            /** @description The people. */
            people: components["schemas"]["Person"][];
        };
        /** @description A plan with its limits. */
        Plan: {
            limits: components["schemas"]["PlanLimitsInForce"];
            /** @description The name of the plan. */
            name: string;
        };
        /** @description The limits of a plan; what is left out is not limited. */
        PlanLimits: {
            /** @description Bytes of a body. */
            bodyBytes?: number | null;
            /** @description A bucket holds so many seconds of its rate. */
            burstSeconds?: number;
            /**
             * Format: int64
             * @description Calls a calendar month (UTC).
             */
            callsPerMonth?: number | null;
            /** @description Calls a second of the workspace. */
            callsPerSecond?: number | null;
            /** @description Elements in one array. */
            elementsPerCall?: number | null;
            /** @description Elements a second of the workspace. */
            elementsPerSecond?: number | null;
            /** @description Days of history that are kept. */
            historyDays?: number | null;
            /**
             * @description In which lane the updates are processed: `backlog` waits for `standard`.
             * @enum {string}
             */
            lane?: "standard" | "backlog";
            /**
             * Format: int64
             * @description Objects created a day (UTC).
             */
            newObjectsPerDay?: number | null;
            /**
             * Format: int64
             * @description The objects.
             */
            objects?: number | null;
            /** @description Calls a second of each token. */
            tokenCallsPerSecond?: number | null;
            /** @description Elements a second of each token. */
            tokenElementsPerSecond?: number | null;
            /** @description Webhooks of the workspace. */
            webhooks?: number | null;
        };
        /** @description The limits of a plan as they are applied. */
        PlanLimitsInForce: {
            /**
             * Format: int64
             * @description Bytes of a body. Null: not limited.
             */
            bodyBytes: number | null;
            /**
             * Format: int64
             * @description A bucket holds so many seconds of its rate.
             */
            burstSeconds: number;
            /**
             * Format: int64
             * @description Calls a calendar month (UTC). Null: not limited.
             */
            callsPerMonth: number | null;
            /**
             * Format: int64
             * @description Of the workspace. Null: not limited.
             */
            callsPerSecond: number | null;
            /**
             * Format: int64
             * @description Elements in one array. Null: not limited.
             */
            elementsPerCall: number | null;
            /**
             * Format: int64
             * @description Of the workspace. Null: not limited.
             */
            elementsPerSecond: number | null;
            /**
             * Format: int64
             * @description How long the history is kept. Null: not limited.
             */
            historyDays: number | null;
            /**
             * @description In which lane the updates are processed: `backlog` waits for `standard`.
             * @enum {string}
             */
            lane: "standard" | "backlog";
            /**
             * Format: int64
             * @description Objects created a day (UTC). Null: not limited.
             */
            newObjectsPerDay: number | null;
            /**
             * Format: int64
             * @description Objects that are not erased, archived ones included. Null: not limited.
             */
            objects: number | null;
            /**
             * Format: int64
             * @description Of each token. Null: not limited.
             */
            tokenCallsPerSecond: number | null;
            /**
             * Format: int64
             * @description Of each token. Null: not limited.
             */
            tokenElementsPerSecond: number | null;
            /**
             * Format: int64
             * @description Webhooks of the workspace. Null: not limited.
             */
            webhooks: number | null;
        };
        /** @description The plans of the installation. */
        PlanList: {
            /** @description The plans. */
            plans: components["schemas"]["Plan"][];
        };
        /** @description All of a poll that can be set. */
        Poll: {
            /** @description True: nobody is shown who chose what. */
            anonymous?: boolean;
            audience?: components["schemas"]["PollAudience"];
            /**
             * Format: date-time
             * @description When it stops taking answers; left out: when somebody closes it.
             */
            closesAt?: string;
            /** @description Free text for people. */
            description?: string;
            /** @description How many may be chosen; 1 when left out. */
            multiple?: number;
            /** @description The answers to choose from. */
            options: components["schemas"]["PollOption"][];
            /** @description What is asked. */
            question: string;
            /**
             * @description When the results are shown.
             * @enum {string}
             */
            results?: "always" | "afterAnswer" | "afterClose";
        };
        /** @description What the caller chooses. */
        PollAnswer: {
            /** @description Ids of the options. */
            options: string[];
        };
        /** @description Who is asked: everyone in the workspace, some roles, or some people. */
        PollAudience: {
            /**
             * @description Everyone in the workspace, some roles, or some people.
             * @enum {string}
             */
            kind: "workspace" | "roles" | "people";
            /** @description Ids of the people. */
            people?: string[];
            /** @description The roles. */
            roles?: components["schemas"]["WorkspaceRole"][];
        };
        /** @description One of the answers to choose from. */
        PollOption: {
            /** @description Of an option that stays; a new one has none. */
            id?: string;
            /** @description What people see. */
            text: string;
        };
        /** @description An option with how many have chosen it. */
        PollOptionCount: {
            /**
             * Format: int64
             * @description How many have chosen it.
             */
            count: number;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description What people see. */
            text: string;
        };
        /** @description The results of a poll. */
        PollOutcome: {
            /** @description Who chose what, in no order; person null: has left the workspace since. Only for who may write polls, and not of anonymous ones. */
            answers?: components["schemas"]["GivenAnswer"][];
            /** @description Ids of what the caller has chosen; empty: nothing, or it is not known any more (an anonymous poll that is closed). */
            mine: string[];
            /** @description What the next page goes on from; null on the last page. */
            next?: string | null;
            /** @description The answers to choose from. */
            options: components["schemas"]["PollOptionCount"][];
            /**
             * Format: int64
             * @description How many have answered.
             */
            total: number;
        };
        /** @description A page of polls, newest first. */
        PollPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            /** @description The polls of the page. */
            polls: components["schemas"]["ShownPoll"][];
        };
        /** @description A page of positions at an instant. */
        PositionsPage: {
            /**
             * Format: date-time
             * @description The instant.
             */
            at: string;
            incomplete?: components["schemas"]["PresenceGap"];
            /** @description Address of the next page, relative to this server; null on the last page. */
            next: string | null;
            /** @description How many positions were reported. */
            positions: components["schemas"]["PastPosition"][];
        };
        /** @description Says that older reports may be missing from the answer. */
        PresenceGap: {
            /** @description The same in words. */
            detail: string;
            /**
             * Format: date-time
             * @description What was received before may be missing: only after an upgrade, until the history from before it was gone through.
             */
            receivedBefore: string;
        };
        /** @description Why a call was refused or failed (RFC 9457). */
        Problem: {
            /** @description What is wrong here and what to do. */
            detail?: string;
            /** @description The faults one by one. */
            errors?: components["schemas"]["ProblemError"][];
            /** @description Id of the request, also in the logs of the installation. */
            requestId: string;
            /**
             * Format: int64
             * @description The status of the answer.
             */
            status: number;
            /** @description What the type means. */
            title: string;
            /** @description What went wrong; programs go by this. */
            type: string;
        };
        /** @description One fault of the request. */
        ProblemError: {
            /** @description The same in words. */
            detail: string;
            /** @description JSON pointer (RFC 6901) into the body, or the name of a header or parameter. */
            pointer: string;
        };
        /** @description A public key (RFC 7517). */
        PublicKey: {
            /**
             * @description The algorithm.
             * @enum {string}
             */
            alg: "ES256";
            /**
             * @description The curve.
             * @enum {string}
             */
            crv: "P-256";
            /** @description Id of the key. */
            kid: string;
            /**
             * @description The kind of key.
             * @enum {string}
             */
            kty: "EC";
            /**
             * @description What it is for: signatures.
             * @enum {string}
             */
            use: "sig";
            /** @description Coordinate of the point, base64url. */
            x: string;
            /** @description Coordinate of the point, base64url. */
            y: string;
        };
        /** @description The gateway can serve. */
        Readiness: {
            /** @description What was looked at. */
            checks: string[];
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "ready";
        };
        /** @description A rebuild of the projection. */
        Rebuild: {
            /** @description True: it only compares. */
            check: boolean;
            /**
             * Format: int64
             * @description Rows that were not the same; at most 1,000 of each table are counted. Null before they were compared.
             */
            differences: number | null;
            /**
             * Format: date-time
             * @description When it ended.
             */
            endedAt: string | null;
            /** @description The differences, one entry a table and kind. */
            found: components["schemas"]["RebuildDifference"][];
            /** @description Its id. */
            id: string;
            /** @description What it said last. */
            says: string;
            /**
             * Format: date-time
             * @description When it began.
             */
            startedAt: string;
            /** @description What became of it. `differs`: rows were not the same, and it only compared or was to swap all the same; `refused`: it did not swap because of them; `undone`: the projection that the last one had replaced is back; `interrupted`: its process is gone. */
            status: string;
        };
        /** @description Rows of one table that a rebuild found to differ in the same way. */
        RebuildDifference: {
            /** @description Some of them. */
            examples: string[];
            /**
             * Format: int64
             * @description How many were counted.
             */
            rows: number;
            /** @description Table of the projection. */
            table: string;
            /** @description How its rows differ. */
            what: string;
        };
        /** @description The rebuilds of the projection, newest first. */
        RebuildList: {
            /** @description The rebuilds. */
            rebuilds: components["schemas"]["Rebuild"][];
        };
        /** @description The answer as it was taken. */
        RecordedPollAnswer: {
            /** @description In the order of the poll. */
            options: string[];
        };
        /** @description A refresh token. */
        Refresh: {
            /** @description The refresh token, as it was given. */
            refreshToken: string;
        };
        /** @description How long the workspace keeps its data; what is left out is as the plan says. */
        Retention: {
            /** @description Objects of which nothing has changed for so many days are erased. */
            eraseAfterDays?: number;
            /** @description Days of history that are kept. */
            historyDays?: number;
            /** @description By type of object; the rest is as for all. */
            types?: components["schemas"]["TypeRetention"][];
        };
        /** @description A workspace and the role of the person in it. */
        RoleInWorkspace: {
            /** @description Its id. */
            id: string;
            /** @description What it is called. */
            name: string;
            /**
             * @description What the person may do in the workspace.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
        };
        /** @description Satellite pictures that the operator has set. */
        SatelliteSettings: {
            /** @description Whom the map is to name. */
            attribution: string;
            /**
             * Format: int64
             * @description The closest zoom with tiles.
             */
            maxZoom: number;
            /** @description Template of the addresses of raster tiles. */
            tiles: string;
        };
        /** @description A view of the map to save. */
        SavedView: {
            /** @description What it is called. */
            name: string;
            /** @description True: all people of the workspace see it. */
            shared?: boolean;
            /** @description Fragment of the app's address. */
            state: string;
        };
        /** @description The circle that was searched in. */
        SearchCircle: {
            /**
             * Format: double
             * @description Degrees, WGS 84.
             */
            lat: number;
            /**
             * Format: double
             * @description Degrees, WGS 84.
             */
            lon: number;
            /**
             * Format: double
             * @description Metres.
             */
            radius?: number;
        };
        /** @description The code of a share link. */
        ShareCode: {
            /** @description The 22 characters that follow `#s=` in the link. */
            code: string;
        };
        /** @description What a share link shows. */
        SharedView: {
            /** @description Only what is inside: west, south, east, north in degrees. */
            bbox?: number[];
            /** @description Only these fields. */
            fields?: string[];
            /** @description Only these objects. */
            ids?: string[];
            /** @description Only objects of these types. */
            types?: string[];
        };
        /** @description A share link, without its secret. */
        ShareLink: {
            /**
             * Format: date-time
             * @description When it was created, or last replaced.
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /**
             * Format: date-time
             * @description From then on it shows nothing.
             */
            expiresAt: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description What it is called. */
            name: string;
            /**
             * Format: date-time
             * @description When it was revoked; null: it was not.
             */
            revokedAt: string | null;
            shows: components["schemas"]["SharedView"];
        };
        /** @description A page of share links, newest first. */
        ShareLinkPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            /** @description The share links of the page. */
            shareLinks: components["schemas"]["ShareLink"][];
        };
        /** @description Who is asked. */
        ShownAudience: {
            /** @description Everyone in the workspace, some roles, or some people. */
            kind: string;
            /** @description Ids of the people. */
            people?: string[];
            /** @description The roles. */
            roles?: ("viewer" | "editor" | "admin")[];
        };
        /** @description An action bound to an object. One that was stored before kinds and links were checked may have another kind or target: open no link unchecked. */
        ShownContentElement: {
            /** @description Id within the object. */
            id: string;
            /** @description What it is: see the documentation of codes and actions. */
            kind: string;
            /** @description What people see. */
            label?: string;
            /** @description Where it leads, by its kind. */
            target?: string;
        };
        /** @description A dashboard with its tiles. */
        ShownDashboard: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /** @description Parameters of a report by name: texts, numbers, booleans, lists of texts. */
            filters: {
                [key: string]: unknown;
            };
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description What it is called. */
            name: string;
            /**
             * Format: int64
             * @description Grows with every change; the ETag holds it.
             */
            revision: number;
            /** @description The tiles. */
            tiles: components["schemas"]["ShownTile"][];
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updatedAt: string;
            /** @description Subject of who changed it last. */
            updatedBy: string;
            /** @description Id of the workspace. */
            workspace: string;
        };
        /** @description A poll as the caller sees it. */
        ShownPoll: {
            /** @description True: nobody sees who chose what. */
            anonymous: boolean;
            audience: components["schemas"]["ShownAudience"];
            /**
             * Format: date-time
             * @description When it was closed; null: it is open.
             */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description From then on it takes no answers; null: until somebody closes it.
             */
            closesAt: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /** @description Free text for people. */
            description: string | null;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Whether the caller may answer now. */
            mayAnswer: boolean;
            /** @description Ids of what the caller has chosen; empty: nothing, or it is not known any more (an anonymous poll that is closed). */
            mine: string[];
            /**
             * Format: int64
             * @description How many may be chosen.
             */
            multiple: number;
            /** @description The answers to choose from. */
            options: components["schemas"]["ShownPollOption"][];
            /** @description What is asked. */
            question: string;
            /** @description When the results are shown. */
            results: string;
            /**
             * Format: int64
             * @description Grows with every change; the ETag holds it.
             */
            revision: number;
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "open" | "closed";
            /**
             * Format: date-time
             * @description When it was changed last; answers do not change it.
             */
            updatedAt: string;
            /** @description Id of the workspace. */
            workspace: string;
        };
        /** @description One of the answers to choose from. */
        ShownPollOption: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description What people see. */
            text: string;
        };
        /** @description How long the workspace keeps its data. */
        ShownRetention: {
            /**
             * Format: int64
             * @description Objects of which nothing has changed for so many days are erased.
             */
            eraseAfterDays?: number;
            /**
             * Format: int64
             * @description Days of history that are kept.
             */
            historyDays?: number;
            /**
             * Format: int64
             * @description Days that the plan keeps; null: as long as the installation.
             */
            planHistoryDays: number | null;
            /** @description By type of object; what a line leaves out is as for all. */
            types: components["schemas"]["ShownTypeRetention"][];
            /** @description Id of the workspace. */
            workspace: string;
        };
        /** @description A tile of a dashboard. */
        ShownTile: {
            /**
             * Format: int64
             * @description Rows.
             */
            h: number;
            /** @description Its id. */
            id: string;
            /** @description What kind it is. */
            kind: string;
            /** @description Parameters of a report by name: texts, numbers, booleans, lists of texts. */
            query: {
                [key: string]: unknown;
            };
            /** @description What people see as its name. */
            title: string;
            /** @description Columns. */
            w: number;
            /** @description Column of 12. */
            x: number;
            /**
             * Format: int64
             * @description Row.
             */
            y: number;
        };
        /** @description How long data of one type of objects is kept. */
        ShownTypeRetention: {
            /**
             * Format: int64
             * @description Objects of which nothing has changed for so many days are erased.
             */
            eraseAfterDays?: number;
            /**
             * Format: int64
             * @description Days of history that are kept.
             */
            historyDays?: number;
            /** @description The type. */
            type: string;
        };
        /** @description A saved view of the map. */
        ShownView: {
            /**
             * Format: date-time
             * @description When it was saved.
             */
            createdAt: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description What it is called. */
            name: string;
            /** @description The caller saved it. */
            own: boolean;
            /** @description Subject of its owner; null: has left the workspace since. */
            savedBy: string | null;
            /** @description False: nobody but its owner sees it. */
            shared: boolean;
            /** @description Fragment of the app's address. */
            state: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updatedAt: string;
        };
        /** @description A page of saved views, newest first. */
        ShownViewPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            /** @description The views of the page. */
            views: components["schemas"]["ShownView"][];
        };
        /** @description The legal hold of the workspace itself. */
        ShownWorkspaceHold: {
            /** @description Subject of who put it. */
            by: string;
            /** @description Why. */
            reason: string;
            /**
             * Format: date-time
             * @description When it was put.
             */
            since: string;
            /** @description Id of the workspace. */
            workspace: string;
        };
        /** @description The person who has signed in. */
        SignedInPerson: {
            /** @description The e-mail address as it was given; it need not have a public domain (`operator@localhost`) and may have letters beyond ASCII. */
            email: string;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description What it is called. */
            name: string;
            /** @description True: may administer the installation. */
            operator: boolean;
            /** @description The workspaces. */
            workspaces: components["schemas"]["RoleInWorkspace"][];
        };
        /** @description A key that signs access tokens. */
        SigningKey: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Id of the key. */
            kid: string;
            /**
             * Format: date-time
             * @description When the last token that it signed expires.
             */
            lastExpiry: string;
            /**
             * Format: date-time
             * @description From then on it signs.
             */
            signsFrom: string;
            /**
             * @description Whether it signs next, signs now, or has signed.
             * @enum {string}
             */
            state: "next" | "signing" | "previous";
        };
        /** @description The ways to sign in. */
        SignInSettings: {
            /** @description The password. */
            password: boolean;
            /** @description With an OpenID provider, as far as is known. */
            provider: boolean;
        };
        /** @description A street map that this installation serves itself. */
        StreetArchive: {
            /** @description Whom the map must name. */
            attribution: string;
            /** @description West, south, east, north, in degrees. */
            bounds: number[];
            /**
             * Format: int64
             * @description The closest zoom with tiles.
             */
            maxZoom: number;
            /**
             * Format: int64
             * @description The farthest zoom with tiles.
             */
            minZoom: number;
            /** @description Of the file, without its end. */
            name: string;
            /** @description How the layers of vector tiles are named; `raster`: they are pictures. */
            schema: string;
            /** @description Template of the addresses of its tiles. */
            tiles: string;
        };
        /** @description A style, or raster tiles with whom to name and their closest zoom; null: none is set. */
        StreetMapSettings: {
            /** @description Whom the map is to name. */
            attribution?: string;
            /**
             * Format: int64
             * @description The closest zoom with tiles.
             */
            maxZoom?: number;
            /** @description Address of a MapLibre style. */
            style?: string;
            /** @description Template of the addresses of raster tiles. */
            tiles?: string;
        };
        /** @description The value of a field of the type String. */
        StringFieldState: {
            /**
             * Format: date-time
             * @description When the value was true.
             */
            observedAt?: string;
            /**
             * @description Kind of the field; it decides what its value is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "String";
            /** @description The text; null: the field was cleared. */
            value: string | null;
        };
        /** @description A text. */
        StringFieldValue: {
            /** @description Name of the field. */
            field: string;
            /**
             * @description Kind of the field; it decides what its value is. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "String";
            /** @description The text; null clears the field. */
            value: string | null;
        };
        /** @description What became of the test message. */
        TestDelivery: {
            /** @description The first KB of what the receiver answered. */
            answer: string | null;
            /**
             * Format: date-time
             * @description When it was sent.
             */
            at: string;
            /**
             * Format: int64
             * @description The number of the attempt, from 1.
             */
            attempt: number;
            /**
             * Format: int64
             * @description In the message.
             */
            changes: number;
            /**
             * Format: int64
             * @description Milliseconds until the answer.
             */
            durationMs: number;
            /** @description Why it was not delivered, in words. */
            error: string | null;
            /** @description What kind it is. */
            kind: string;
            /** @description Header webhook-id; the same for every attempt of a message. */
            messageId: string;
            /** @description The result. */
            outcome: string;
            /**
             * Format: int64
             * @description Of the answer; null: there was none.
             */
            status: number | null;
        };
        /** @description The holder of a token, and what the token allows. */
        TokenHolder: {
            /**
             * Format: date-time
             * @description When the account was made.
             */
            createdAt?: string;
            /** @description The e-mail address as it was given; it need not have a public domain (`operator@localhost`) and may have letters beyond ASCII. */
            email?: string;
            /**
             * Format: date-time
             * @description From then on it is refused.
             */
            expiresAt: string;
            /** @description Of a person: whether a password is set. */
            hasPassword?: boolean;
            /**
             * Format: uuid
             * @description Of a person, as all below.
             */
            id?: string;
            /**
             * Format: date-time
             * @description When the token was made.
             */
            issuedAt: string;
            /**
             * @description Of whom the token is; `foreign`: another issuer made it.
             * @enum {string}
             */
            kind: "machine" | "person" | "share-link" | "foreign";
            /**
             * Format: date-time
             * @description Null: never.
             */
            lastLoginAt?: string | null;
            /** @description True: the password must be changed first. */
            mustChangePassword?: boolean;
            /** @description What it is called. */
            name?: string;
            /** @description What the token is limited to; null: not limited. */
            narrowing: components["schemas"]["Narrowing"] | null;
            /** @description True: may administer the installation. */
            operator: boolean;
            /** @description All that it allows anywhere. */
            scopes: string[];
            /**
             * @description How it stands.
             * @enum {string}
             */
            status?: "active" | "disabled";
            /** @description Claim `sub` of the token. */
            subject: string;
            /** @description Claim `jti`, by which it is revoked. */
            tokenId: string;
            /** @description The workspaces. */
            workspaces: components["schemas"]["TokenWorkspace"][];
        };
        /** @description A page of tokens, newest first. */
        TokenPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            /** @description The tokens. */
            tokens: components["schemas"]["MachineToken"][];
        };
        /**
         * @description What a token may allow; `operator` is for operators only.
         * @enum {string}
         */
        TokenScope: "objects:write" | "objects:read" | "feed:read" | "reports:read" | "boards:write" | "areas:write" | "shares:write" | "usage:read" | "webhooks:admin" | "fields:admin" | "objects:erase" | "retention:admin" | "holds:admin" | "audit:read" | "tokens:admin" | "people:admin" | "operator";
        /** @description A workspace that a token opens. */
        TokenWorkspace: {
            /** @description The `groupID` of addresses. */
            id: string;
            /** @description Left out for share links. */
            name?: string;
            /**
             * @description What the person may do in the workspace.
             * @enum {string}
             */
            role?: "viewer" | "editor" | "admin";
            /** @description What it may do. */
            scopes: string[];
        };
        /** @description What objects did, by bucket and by what it is broken down by. */
        TrackingReport: {
            /**
             * Format: date-time
             * @description Where the report begins.
             */
            from: string;
            /** @description Length of the buckets. */
            interval: string;
            /** @description Name of the report. */
            report: string;
            /** @description The rows. */
            rows: components["schemas"]["TrackingReportRow"][];
            /** @description Time zone of the buckets. */
            timeZone: string;
            /**
             * Format: date-time
             * @description Where it ends, not included.
             */
            to: string;
        };
        /** @description One row of the tracking report; it has the properties that `by` asks for. */
        TrackingReportRow: {
            /** @description Id of the area. */
            area?: string;
            /** @description Claim `sub` of the token. */
            caller?: string;
            /** @description Null: objects without one. */
            category?: string | null;
            /**
             * Format: double
             * @description Of those, first ones of an object.
             */
            created?: number;
            /**
             * Format: double
             * @description Great-circle distance between consecutive positions.
             */
            distanceMetres?: number;
            /** @description Start of the bucket, in the time zone. */
            from: string;
            /**
             * Format: date-time
             * @description Newest observation.
             */
            lastSeenAt?: string | null;
            /**
             * Format: double
             * @description Time on the way.
             */
            movingSeconds?: number;
            /** @description The set that the category belongs to. */
            namespace?: string | null;
            /**
             * Format: double
             * @description Objects that were seen. Only for buckets of at most a day.
             */
            objects?: number;
            /**
             * Format: double
             * @description Of those, reports that were older than what was known.
             */
            stale?: number;
            /**
             * Format: double
             * @description Time within 100 m of where an object had come to rest.
             */
            stillSeconds?: number;
            /**
             * Format: double
             * @description Times that an object had been still for five minutes, by when it came to rest.
             */
            stops?: number;
            /** @description Empty: objects without a type. */
            type?: string;
            /**
             * Format: double
             * @description Changes that were applied.
             */
            updates: number;
            /**
             * Format: double
             * @description Moving, of moving and still; null: nothing was observed.
             */
            utilisation?: number | null;
        };
        /** @description An end of a trip or a gap. */
        TrackPoint: {
            /**
             * Format: double
             * @description Degrees, WGS 84.
             */
            lat: number;
            /**
             * Format: double
             * @description Degrees, WGS 84.
             */
            lon: number;
        };
        /** @description A trip, a stop or a gap. */
        TrackSegment: {
            /**
             * Format: double
             * @description Of a trip from report to report, of a gap straight.
             */
            distanceMetres?: number;
            /**
             * Format: double
             * @description Seconds from its first to its last report.
             */
            durationSeconds: number;
            end?: components["schemas"]["TrackPoint"];
            /**
             * Format: date-time
             * @description Its first report.
             */
            from: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "trip" | "stop" | "gap";
            /**
             * Format: double
             * @description Of a stop: where it began.
             */
            lat?: number;
            /**
             * Format: double
             * @description Of a stop.
             */
            lon?: number;
            /**
             * Format: double
             * @description Of a trip, between two reports that are a second apart or more.
             */
            maxSpeedMetresPerSecond?: number | null;
            /**
             * Format: int64
             * @description How many positions were reported.
             */
            positions?: number;
            /**
             * Format: double
             * @description Of a stop: in silences that are longer than gaps.
             */
            silentSeconds?: number;
            start?: components["schemas"]["TrackPoint"];
            /**
             * Format: date-time
             * @description Its last report.
             */
            to: string;
        };
        /** @description The track of an object as trips, stops and gaps. */
        TripsAnswer: {
            /**
             * Format: int64
             * @description As asked for, in metres.
             */
            dwellRadius?: number;
            /**
             * Format: int64
             * @description After how many seconds inside a visit counts as a long one.
             */
            dwellSeconds?: number;
            /** @description Globally unique id of the object. */
            externalId: string;
            /**
             * Format: date-time
             * @description As asked for.
             */
            from: string;
            /**
             * Format: int64
             * @description Seconds of silence.
             */
            gapSeconds?: number;
            /** @description True: ask again from the end of the last segment. */
            more: boolean;
            /** @description In order, without a hole between them. */
            segments: components["schemas"]["TrackSegment"][];
            /**
             * Format: date-time
             * @description As asked for.
             */
            to: string;
            totals: components["schemas"]["TripTotals"];
        };
        /** @description Sums over all segments. */
        TripTotals: {
            /**
             * Format: double
             * @description Metres.
             */
            distanceMetres: number;
            /**
             * Format: double
             * @description Seconds of silence.
             */
            gapSeconds: number;
            /**
             * Format: int64
             * @description How many positions were reported.
             */
            positions: number;
            /**
             * Format: double
             * @description Seconds in stops.
             */
            stopSeconds: number;
            /**
             * Format: double
             * @description Seconds in trips.
             */
            tripSeconds: number;
        };
        /** @description A type and how many objects have it. */
        TypeCount: {
            /**
             * Format: int64
             * @description Objects of the type.
             */
            count: number;
            /** @description The type. */
            type: string;
        };
        /** @description The types of the objects of the workspace. */
        TypeList: {
            /** @description There are more types than this; of a token that is narrowed to a place or to ids: or more objects than were looked at, 10,000. */
            more: boolean;
            /** @description The types. */
            types: components["schemas"]["TypeCount"][];
        };
        /** @description How long data of one type of objects is to be kept; what is left out is as for all. */
        TypeRetention: {
            /** @description Objects of which nothing has changed for so many days are erased. */
            eraseAfterDays?: number;
            /** @description Days of history that are kept. */
            historyDays?: number;
            /** @description The type. */
            type: string;
        };
        /** @description What a workspace has used of its plan in a month. */
        Usage: {
            calls: components["schemas"]["UsedCalls"];
            /**
             * Format: int64
             * @description Elements of calls that were let in.
             */
            elements: number;
            limits: components["schemas"]["PlanLimitsInForce"];
            /** @description Calendar month (UTC). */
            month: string;
            /** @description The objects. */
            objects: components["schemas"]["UsedObjects"] | null;
            /** @description Name of the plan. */
            plan: string;
            rates: components["schemas"]["CallRates"];
            /**
             * Format: date-time
             * @description When the next month begins.
             */
            resetsAt: string;
            /** @description Id of the workspace. */
            workspace: string;
        };
        /** @description What the workspace has used of its plan, by token, and how each limit stands. */
        UsageAndLimits: {
            calls: components["schemas"]["UsedCalls"];
            /**
             * Format: int64
             * @description Elements of calls that were let in.
             */
            elements: number;
            limits: components["schemas"]["PlanLimitsInForce"];
            /** @description Calendar month (UTC). */
            month: string;
            /** @description The objects. */
            objects: components["schemas"]["UsedObjects"] | null;
            /** @description Name of the plan. */
            plan: string;
            rates: components["schemas"]["CallRates"];
            /**
             * Format: date-time
             * @description When the next month begins.
             */
            resetsAt: string;
            /** @description How each limit stands for this token, as the headers RateLimit and refusals of this gateway say it; empty for a month that is over. */
            standing: components["schemas"]["LimitStanding"][];
            /** @description By calls, most first: all of the workspace with the scope tokens:admin or operator, else this token's own. Told about every 5 seconds. */
            tokens: components["schemas"]["UsageOfToken"][];
            /** @description Id of the workspace. */
            workspace: string;
        };
        /** @description What a workspace has used of its plan, by token. */
        UsageByToken: {
            calls: components["schemas"]["UsedCalls"];
            /**
             * Format: int64
             * @description Elements of calls that were let in.
             */
            elements: number;
            limits: components["schemas"]["PlanLimitsInForce"];
            /** @description Calendar month (UTC). */
            month: string;
            /** @description The objects. */
            objects: components["schemas"]["UsedObjects"] | null;
            /** @description Name of the plan. */
            plan: string;
            rates: components["schemas"]["CallRates"];
            /**
             * Format: date-time
             * @description When the next month begins.
             */
            resetsAt: string;
            /** @description By calls, most first: all of the workspace with the scope tokens:admin or operator, else this token's own. Told about every 5 seconds. */
            tokens: components["schemas"]["UsageOfToken"][];
            /** @description Id of the workspace. */
            workspace: string;
        };
        /** @description What one token has used. */
        UsageOfToken: {
            /**
             * Format: int64
             * @description Calls that were let in.
             */
            calls: number;
            /**
             * Format: int64
             * @description Elements of those calls.
             */
            elements: number;
            /** @description Of the machine token, the person or the share link; of a foreign token its subject. */
            id: string;
            /** @description Whose token; a person's access tokens count together. */
            kind: string;
            /** @description Null: it has none, or is gone. */
            name: string | null;
            /**
             * Format: int64
             * @description Calls that a limit of the plan has refused.
             */
            refused: number;
        };
        /** @description A page of the usage of workspaces. */
        UsagePage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            /** @description The usage of each workspace. */
            usage: components["schemas"]["Usage"][];
        };
        /** @description Calls and elements, by bucket and by what it is broken down by. */
        UsageReport: {
            /**
             * Format: date-time
             * @description Where the report begins.
             */
            from: string;
            /** @description Length of the buckets. */
            interval: string;
            /** @description Name of the report. */
            report: string;
            /** @description The rows. */
            rows: components["schemas"]["UsageReportRow"][];
            /** @description Time zone of the buckets. */
            timeZone: string;
            /**
             * Format: date-time
             * @description Where it ends, not included.
             */
            to: string;
        };
        /** @description One row of the usage report; it has the properties that `by` asks for. */
        UsageReportRow: {
            /** @description Claim `sub` of the token. */
            caller?: string;
            /**
             * Format: double
             * @description Calls of those who were let in.
             */
            calls?: number;
            /** @description Null: objects without one. */
            category?: string | null;
            /**
             * Format: double
             * @description Of those, first ones of an object.
             */
            created?: number;
            /**
             * Format: double
             * @description Changes that were applied.
             */
            elements?: number;
            /**
             * Format: double
             * @description Answered with 5xx.
             */
            failed?: number;
            /** @description Start of the bucket, in the time zone. */
            from: string;
            /** @description The set that the category belongs to. */
            namespace?: string | null;
            /** @description operationId of this document. */
            operation?: string;
            /**
             * Format: double
             * @description Answered with 4xx, or given up by the client.
             */
            refused?: number;
            /**
             * Format: double
             * @description Of those, reports that were older than what was known.
             */
            stale?: number;
            /**
             * Format: double
             * @description Answered below 400.
             */
            succeeded?: number;
            /** @description Empty: objects without a type. */
            type?: string;
        };
        /** @description Calls of the month. */
        UsedCalls: {
            /**
             * Format: int64
             * @description Of what is left: with a gateway already, to be let in without asking.
             */
            leased: number;
            /**
             * Format: int64
             * @description Null: not limited.
             */
            left: number | null;
            /**
             * Format: int64
             * @description Null: not limited.
             */
            limit: number | null;
            /**
             * Format: int64
             * @description Counted as used because a gateway was lost that may have let them in.
             */
            unaccounted: number;
            /**
             * Format: int64
             * @description Calls that were let in, as far as gateways have told (once a second), with those unaccounted.
             */
            used: number;
        };
        /** @description Objects of the workspace as they are now; null: they cannot be counted at the moment. */
        UsedObjects: {
            /**
             * Format: int64
             * @description Created since midnight (UTC).
             */
            createdToday: number;
            /**
             * Format: int64
             * @description Null: not limited.
             */
            left: number | null;
            /**
             * Format: int64
             * @description Null: not limited.
             */
            leftToday: number | null;
            /**
             * Format: int64
             * @description Null: not limited.
             */
            limit: number | null;
            /**
             * Format: int64
             * @description Null: not limited.
             */
            limitPerDay: number | null;
            /**
             * Format: int64
             * @description Objects that are not erased, archived ones included.
             */
            used: number;
        };
        /** @description Reported numbers, by bucket, field and what it is broken down by. */
        ValuesReport: {
            /**
             * Format: date-time
             * @description Where the report begins.
             */
            from: string;
            /** @description Length of the buckets. */
            interval: string;
            /** @description Name of the report. */
            report: string;
            /** @description The rows. */
            rows: components["schemas"]["ValuesReportRow"][];
            /** @description Time zone of the buckets. */
            timeZone: string;
            /**
             * Format: date-time
             * @description Where it ends, not included.
             */
            to: string;
        };
        /** @description One row of the values report; it has the properties that `by` asks for. */
        ValuesReportRow: {
            /** @description Null: objects without one. */
            category?: string | null;
            /**
             * Format: double
             * @description Reported values.
             */
            count: number;
            /** @description Start of the bucket, in the time zone. */
            from: string;
            /**
             * Format: double
             * @description The least value.
             */
            least: number;
            /**
             * Format: double
             * @description The mean of the values.
             */
            mean: number | null;
            /**
             * Format: double
             * @description The largest value.
             */
            most: number;
            /** @description The set that the category belongs to. */
            namespace?: string | null;
            /** @description Name of the field. */
            number: string;
            /** @description Empty: objects without a type. */
            type?: string;
        };
        /** @description One stay in the area. */
        Visit: {
            /**
             * Format: date-time
             * @description By the first report from inside.
             */
            enteredAt: string;
            /** @description True: what is kept begins inside, so it may have entered earlier. */
            enteredBefore?: boolean;
            /**
             * Format: date-time
             * @description By the first report from outside; null: it was still there at the end.
             */
            leftAt: string | null;
        };
        /** @description An object that was in the area. */
        Visitor: {
            /** @description Globally unique id of the object. */
            externalId: string;
            /** @description Of the object, as it is now. */
            type?: string;
            /** @description Its visits, in order. */
            visits: components["schemas"]["Visit"][];
        };
        /** @description A page of visits of an area, newest first. */
        VisitPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            /** @description The visits. */
            visits: components["schemas"]["AreaVisit"][];
        };
        /** @description A page of visitors. */
        VisitsPage: {
            /**
             * Format: date-time
             * @description As asked for.
             */
            from: string;
            incomplete?: components["schemas"]["PresenceGap"];
            /** @description Address of the next page, relative to this server; null on the last page. */
            next: string | null;
            /**
             * Format: date-time
             * @description As asked for, or when it was asked.
             */
            to: string;
            /** @description The objects that were there. */
            visitors: components["schemas"]["Visitor"][];
        };
        /** @description The outline to ask about, and its floor: reports of another floor are outside. */
        VisitsQuestion: {
            floor?: components["schemas"]["Floor"];
            geometry: components["schemas"]["AreaGeometry"];
        };
        /** @description A webhook and how its deliveries stand. */
        Webhook: {
            /** @description Subject of who made, changed or resumed it last: deliveries are paused when that right is gone. */
            answeredForBy: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description Subject of who made it. */
            createdBy: string;
            /** @description Where it stands in the feed: behind all that was delivered. */
            cursor: string;
            /** @description Free text for people. */
            description: string;
            /** @description False: nothing is sent. */
            enabled: boolean;
            /** @description The failure that is tried again; null: none. */
            failing: components["schemas"]["WebhookFailure"] | null;
            filter: components["schemas"]["WebhookFilter"];
            /**
             * Format: date-time
             * @description Until then the secret before this one signs too.
             */
            formerSecretUntil: string | null;
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the receiver last took a message.
             */
            lastDeliveredAt: string | null;
            /** @description Of one message. */
            maxChanges: number;
            /**
             * @description `events`: every change; `state`: the newest state of each object that changed.
             * @enum {string}
             */
            mode: "events" | "state";
            /** @description Why it is paused; null: it is not. */
            paused: components["schemas"]["WebhookPause"] | null;
            /** @description failing: the message under way is tried again; paused: until somebody resumes it; off: not enabled. */
            state: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updatedAt: string;
            /** @description Address that messages are posted to. */
            url: string;
            /** @description Id of the workspace. */
            workspace: string;
        };
        /** @description What fails; it is tried again. */
        WebhookFailure: {
            /**
             * Format: int64
             * @description How many attempts have failed.
             */
            attempts: number;
            /** @description What the last attempt met, in words. */
            lastError: string;
            /**
             * Format: date-time
             * @description When it is tried again.
             */
            nextAttemptAt: string;
            /**
             * Format: date-time
             * @description When the message failed first.
             */
            since: string;
        };
        /** @description Which changes are sent. All conditions must hold. */
        WebhookFilter: {
            /** @description Only events of these areas. */
            areas?: string[];
            /** @description Only what happens inside: west, south, east, north in degrees. */
            bbox?: number[];
            /** @description Only changes that report one of these fields. */
            fields?: string[];
            /** @description Only objects whose ids begin with this. */
            idPrefix?: string;
            /** @description Only these objects. */
            ids?: string[];
            /** @description Only changes of these kinds. */
            kinds?: ("created" | "updated" | "edited" | "archived" | "restored" | "held" | "released" | "erased" | "area.entered" | "area.left" | "area.dwelt" | "area.absent" | "area.corrected")[];
            /** @description Only objects of these types. */
            types?: string[];
        };
        /** @description A page of webhooks. */
        WebhookPage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            /** @description Webhooks of the workspace. */
            webhooks: components["schemas"]["Webhook"][];
        };
        /** @description Why deliveries are paused. */
        WebhookPause: {
            /** @description The same in words. */
            detail: string;
            /** @description Why. */
            reason: string;
            /**
             * Format: date-time
             * @description When it was paused.
             */
            since: string;
        };
        /** @description From where to send again. */
        WebhookReplay: {
            /** @description `earliest`, a cursor of the feed, or a time (RFC 3339). */
            from: string;
        };
        /** @description All of a webhook that can be set. */
        WebhookSettings: {
            /** @description Free text for people. */
            description?: string;
            /** @description False: nothing is sent. */
            enabled?: boolean;
            filter?: components["schemas"]["WebhookFilter"];
            /** @description At most so many changes in one message. */
            maxChanges?: number;
            /**
             * @description `events`: every change; `state`: the newest state of each object that changed.
             * @enum {string}
             */
            mode?: "events" | "state";
            /** @description Address that messages are posted to. */
            url: string;
        };
        /** @description A workspace: it owns objects and has tokens and people. */
        Workspace: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until then it can be brought back; only while it is being deleted.
             */
            deleteAfter?: string;
            /** @description Go on resolving. */
            formerNames: string[];
            /** @description Alphanumeric; never changes and is never used again. */
            id: string;
            move?: components["schemas"]["WorkspaceMove"];
            /** @description Unique among present and former names. */
            name: string;
            /** @description Name of the plan. */
            plan: string;
            /**
             * @description Suspended: reads go on, changes are refused.
             * @enum {string}
             */
            status: "active" | "suspended" | "deleting";
        };
        /** @description One recorded change of the workspace. */
        WorkspaceAuditLine: {
            /** @description Begins with the kind. */
            action: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            at: string;
            /** @description What was decided, by action; never a secret. */
            detail: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: int64
             * @description Its id.
             */
            id: number;
            /** @description Of who did it; null: does not belong to the workspace, or is gone. */
            name: string | null;
            /** @description Id of the request. */
            requestId: string;
            /** @description Who did it. */
            subject: string;
            /** @description What it was done to. */
            target: string;
            /** @description Of the target, as it is called now; null: it has no name, or is gone. */
            targetName: string | null;
        };
        /** @description A page of recorded changes, newest first. */
        WorkspaceAuditPage: {
            /** @description The recorded changes. */
            audit: components["schemas"]["WorkspaceAuditLine"][];
            /**
             * Format: int64
             * @description What the next page goes on from (`before`); null on the last page.
             */
            next: number | null;
        };
        /** @description What to change of a workspace; what is left out stays. */
        WorkspaceChange: {
            /** @description What it is called. */
            name?: string;
            /** @description Name of the plan. */
            plan?: string;
        };
        /** @description A legal hold of a workspace. */
        WorkspaceHold: {
            /** @description Subject of who put it. */
            by: string;
            /** @description True: only an operator releases it. */
            byOperator: boolean;
            /** @description Why. */
            reason: string;
            /**
             * Format: date-time
             * @description When it was put.
             */
            since: string;
            /** @description Id of the workspace. */
            workspace: string;
        };
        /** @description A move of a workspace to or from another installation. */
        WorkspaceMove: {
            /** @description Where calls are handed on to. */
            address?: string;
            /** @description The same on both sides. */
            id: string;
            /**
             * Format: date-time
             * @description When the state began.
             */
            since: string;
            /**
             * @description Where it leaves: `copying`; `closing`, changes are refused for some seconds; `forwarding`, calls are handed on. Where it arrives: `receiving`.
             * @enum {string}
             */
            state: "copying" | "closing" | "forwarding" | "receiving";
            /**
             * Format: date-time
             * @description Of `closing`: when changes are taken again at the latest.
             */
            until?: string;
        };
        /** @description A page of workspaces. */
        WorkspacePage: {
            /** @description What the next page goes on from; null on the last page. */
            next: string | null;
            /** @description The workspaces. */
            workspaces: components["schemas"]["Workspace"][];
        };
        /**
         * @description What a person may do in a workspace.
         * @enum {string}
         */
        WorkspaceRole: "viewer" | "editor" | "admin";
        /**
         * @description What a token may allow in its workspaces.
         * @enum {string}
         */
        WorkspaceScope: "objects:write" | "objects:read" | "feed:read" | "reports:read" | "boards:write" | "areas:write" | "shares:write" | "usage:read" | "webhooks:admin" | "fields:admin" | "objects:erase" | "retention:admin" | "holds:admin" | "audit:read" | "tokens:admin" | "people:admin";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    enterApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    enterAppFolder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    readApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    readAppFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the file. */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readAppAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the file. */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readBasemapTile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which basemap, as `/app/settings.json` says it. */
                hash: string;
                /** @description Column of the tile, from the west. */
                x: string;
                /** @description Row of the tile, from the north. */
                y: string;
                /** @description Zoom. */
                z: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.mapbox-vector-tile": string;
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reportPolicyBreach: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/csp-report": {
                    [key: string]: unknown;
                };
                /**
                 * @example [
                 *       {
                 *         "type": "csp-violation",
                 *         "body": {
                 *           "effectiveDirective": "img-src",
                 *           "blockedURL": "https://example.com/a.png"
                 *         }
                 *       }
                 *     ]
                 */
                "application/reports+json": {
                    [key: string]: unknown;
                }[];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    beginSession: {
        parameters: {
            query?: never;
            header: {
                /** @description Must be 1. Calls that a page of another host made are refused. */
                "Waymark-App": "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppSession"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header: {
                /** @description Must be 1. Calls that a page of another host made are refused. */
                "Waymark-App": "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header: {
                /** @description Must be 1. Calls that a page of another host made are refused. */
                "Waymark-App": "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppSession"];
                };
            };
        };
    };
    changePasswordInSession: {
        parameters: {
            query?: never;
            header: {
                /** @description Must be 1. Calls that a page of another host made are refused. */
                "Waymark-App": "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppSession"];
                };
            };
        };
    };
    takeUpSession: {
        parameters: {
            query?: never;
            header: {
                /** @description Must be 1. Calls that a page of another host made are refused. */
                "Waymark-App": "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OidcToken"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppSession"];
                };
            };
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header: {
                /** @description Must be 1. Calls that a page of another host made are refused. */
                "Waymark-App": "1";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppSession"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readAppSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppSettings"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenHolder"];
                };
            };
        };
    };
    finishOidc: {
        parameters: {
            query?: {
                /** @description From the provider. */
                code?: string;
                /** @description From the provider. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    startOidc: {
        parameters: {
            query?: {
                /** @description SHA-256 of a verifier of your own in base64url (RFC 7636, S256). */
                challenge?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    takeUpOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OidcToken"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    refreshLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
        };
    };
    openShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShareCode"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedShareLink"];
                };
            };
        };
    };
    listAreas: {
        parameters: {
            query?: {
                /** @description The value `next` of the page before. */
                after?: string;
                /** @description west,south,east,north in degrees: areas whose box touches it. */
                bbox?: string;
                /** @description Only areas of this category. */
                category?: string;
                /** @description 1…1000; 100 when left out. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AreaPage"];
                };
            };
        };
    };
    createArea: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AreaContent"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    readArea: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the area. */
                areaId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    replaceArea: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the area. */
                areaId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AreaContent"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"];
                };
            };
        };
    };
    deleteArea: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the area. */
                areaId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listVisits: {
        parameters: {
            query?: {
                /** @description The value `next` of the page before. */
                after?: string;
                /** @description Only visits that had not ended before; RFC 3339. */
                from?: string;
                /** @description 1…1000; 100 when left out. */
                limit?: number;
                /** @description Only visits that had begun before; RFC 3339. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the area. */
                areaId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitPage"];
                };
            };
        };
    };
    importAreas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AreaCollection"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AreaImport"];
                };
            };
        };
    };
    readWorkspaceAudit: {
        parameters: {
            query?: {
                /** @description Only what this subject did, such as `person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d`. */
                actor?: string;
                /** @description The value `next` of the page before. */
                before?: string;
                /** @description Only lines of this kind: `workspace`, `membership`, `token`, `share-link`, `field`, `retention`, `hold`, `id`, `poll`, `poll-answer`, `dashboard`, `view`. */
                kind?: "workspace" | "membership" | "token" | "share-link" | "field" | "retention" | "hold" | "id" | "poll" | "poll-answer" | "dashboard" | "view";
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceAuditPage"];
                };
            };
        };
    };
    pollChanges: {
        parameters: {
            query?: {
                /** @description Only events of these areas (mode=events); without `kind`, all of them. Give it several times for several. */
                area?: string[];
                /** @description Only what happens inside: west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox?: string;
                /** @description `earliest`, `latest`, the cursor of the page before, or that of a snapshot. */
                cursor?: string;
                /** @description Only changes that report one of these fields (mode=events). Give it several times for several. */
                field?: string[];
                /** @description Only these objects. Give it several times for several. */
                id?: string[];
                /** @description Only objects whose ids begin so. */
                idPrefix?: string;
                /** @description Only changes of these kinds (mode=events). Events of areas come only on request: by their kinds, or with `area`. Give it several times for several. */
                kind?: ("created" | "updated" | "edited" | "archived" | "restored" | "held" | "released" | "erased" | "area.entered" | "area.left" | "area.dwelt" | "area.absent" | "area.corrected")[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description `events`: every applied change; `state`: the newest state of each object that changed. */
                mode?: "events" | "state";
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
                /** @description Seconds to wait when there is nothing new. */
                wait?: number;
            };
            header?: {
                /** @description Of a stream: the id of the last event that was taken; counts more than `cursor`. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePage"];
                    "text/event-stream": string;
                };
            };
        };
    };
    listDashboards: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                before?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardPage"];
                };
            };
        };
    };
    createDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Dashboard"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownDashboard"];
                };
            };
        };
    };
    readDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the dashboard. */
                dashboardId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownDashboard"];
                };
            };
        };
    };
    replaceDashboard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Done only as long as it still has this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the dashboard. */
                dashboardId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Dashboard"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownDashboard"];
                };
            };
        };
    };
    deleteDashboard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Done only as long as it still has this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the dashboard. */
                dashboardId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listObjects: {
        parameters: {
            query?: {
                /** @description Whether archived objects are left out, there as well, or all that is listed. */
                archived?: "exclude" | "include" | "only";
                /** @description With snapshot: the cursor is of a feed of these areas. Give it several times for several. */
                area?: string[];
                /** @description west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox?: string;
                /** @description Of a list by age: the answer says how many there are on all pages, up to 10,000. */
                count?: boolean;
                /** @description Only objects whose field meets this condition. Give it several times for several. */
                field?: string[];
                /** @description The same as archived=include. */
                includeArchived?: boolean;
                /** @description With snapshot: the cursor is of a feed with these kinds. Give it several times for several. */
                kind?: ("created" | "updated" | "edited" | "archived" | "restored" | "held" | "released" | "erased" | "area.entered" | "area.left" | "area.dwelt" | "area.absent" | "area.corrected")[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description `lat,lon` in degrees: nearest first, each with its `distance` in metres along a great circle. */
                near?: string;
                /** @description `lastSeen`: who was not heard of for longest first; `-lastSeen`: last. */
                order?: "externalId" | "lastSeen" | "-lastSeen";
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
                /** @description Objects of which the id, the title or a value of a String or Category field begins so, without regard to case and accents; behind them what is like it (from 3 characters, where the database has pg_trgm). */
                q?: string;
                /** @description Metres; only objects so near. Needed where near goes with q or field. */
                radius?: number;
                /** @description Only objects that were last heard of before this time; without `order` the longest ago first. */
                seenBefore?: string;
                /** @description Each page carries the same `cursor`: the feed (with the same type and bbox) from there on has all that happened since the first page was read. */
                snapshot?: boolean;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: {
                /** @description With Waymark-Position: `wait=N` (seconds, at most 30). */
                Prefer?: string;
                /** @description The `operationId` of a change: the answer is to contain what it has changed, and repeats this header when it does. The read waits for that 5 seconds at most, or as `Prefer` says. */
                "Waymark-Position"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "objects": [
                     *         {
                     *           "externalId": "forklift-17",
                     *           "revision": 42,
                     *           "title": "Forklift 17",
                     *           "type": "forklift",
                     *           "position": {
                     *             "lat": 53.4,
                     *             "lon": -2.98,
                     *             "accuracy": 4,
                     *             "observedAt": "2026-11-21T08:00:00.000Z"
                     *           },
                     *           "fields": {
                     *             "battery": {
                     *               "type": "Number",
                     *               "value": 81.5,
                     *               "observedAt": "2026-11-21T08:00:00.000Z"
                     *             },
                     *             "status": {
                     *               "type": "Category",
                     *               "value": {
                     *                 "namespace": "state",
                     *                 "categoryName": "loading"
                     *               },
                     *               "observedAt": "2026-11-21T08:00:00.000Z"
                     *             }
                     *           },
                     *           "archived": false,
                     *           "createdAt": "2026-11-01T06:30:00.000Z",
                     *           "updatedAt": "2026-11-21T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "next": "/groups/harbour/externalObjects?limit=100&page=WyJvYmplY3RzIiwiZm9ya2xpZnQtMTciXQ"
                     *     }
                     */
                    "application/json": components["schemas"]["ObjectPage"];
                };
            };
        };
    };
    updateObjects: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422); bodies are compared by their bytes, so other spaces or another order of properties are another body. The answer to a repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description `respond-async`, `wait=N` (seconds, default 5, at most 30), `handling=strict` (one invalid element refuses the whole call: one that is wrong in itself. Whether an object belongs to another workspace or needs a location first is known only when it is applied: such an element is refused alone, with 207). */
                Prefer?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "externalId": "forklift-17",
                 *         "locationUpdate": {
                 *           "newPosition": {
                 *             "lat": 53.4,
                 *             "lon": -2.98
                 *           }
                 *         },
                 *         "fieldValues": [
                 *           {
                 *             "type": "Number",
                 *             "field": "battery",
                 *             "value": 81.5
                 *           }
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["ExternalObjectUpdate"][];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationAnswer"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operationId": "01a20b5b-7c1e-7d3a-9b52-3f63d7e6c2a1-63f7e6c2a1",
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["OperationPending"];
                };
            };
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operationId": "01a20b5b-7c1e-7d3a-9b52-3f63d7e6c2a1-63f7e6c2a1",
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "externalId": "forklift-17",
                     *           "status": "updated",
                     *           "revision": 42,
                     *           "stale": false
                     *         },
                     *         {
                     *           "index": 1,
                     *           "externalId": "forklift-18",
                     *           "status": "rejected",
                     *           "error": {
                     *             "code": "invalid",
                     *             "detail": "lat must be at most 90.",
                     *             "pointer": "/1/locationUpdate/newPosition/lat"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OperationAnswer"];
                };
            };
        };
    };
    readObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description With Waymark-Position: `wait=N` (seconds, at most 30). */
                Prefer?: string;
                /** @description The `operationId` of a change: the answer is to contain what it has changed, and repeats this header when it does. The read waits for that 5 seconds at most, or as `Prefer` says. */
                "Waymark-Position"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalObject"];
                };
            };
        };
    };
    eraseObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422); bodies are compared by their bytes, so other spaces or another order of properties are another body. The answer to a repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    editObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422); bodies are compared by their bytes, so other spaces or another order of properties are another body. The answer to a repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ObjectEdit"];
                "application/merge-patch+json": components["schemas"]["ObjectEdit"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    archiveObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422); bodies are compared by their bytes, so other spaces or another order of properties are another body. The answer to a repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    exportObject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    readHistory: {
        parameters: {
            query?: {
                /** @description Instead of Accept: json are pages, the others exports. */
                format?: "json" | "csv" | "geojson" | "gpx" | "ndjson";
                /** @description Only what was observed at this time or later. */
                from?: string;
                /** @description Of GeoJSON and GPX: a silence that is longer interrupts the line. */
                gapSeconds?: number;
                /** @description Of GeoJSON. */
                geometry?: "points" | "lines";
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description By the time of observation; of pages. */
                order?: "newest" | "oldest";
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
                /** @description Of GeoJSON and GPX: leave out positions that lie no farther than so many metres from the line that remains. */
                simplify?: number;
                /** @description Only what was observed before this time. */
                to?: string;
            };
            header?: {
                /** @description With Waymark-Position: `wait=N` (seconds, at most 30). */
                Prefer?: string;
                /** @description The `operationId` of a change: the answer is to contain what it has changed, and repeats this header when it does. The read waits for that 5 seconds at most, or as `Prefer` says. */
                "Waymark-Position"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -2.98,
                     *               53.4
                     *             ]
                     *           },
                     *           "properties": {
                     *             "externalId": "forklift-17",
                     *             "observedAt": "2026-11-21T08:00:00.000Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/geo+json": {
                        [key: string]: unknown;
                    };
                    "application/gpx+xml": string;
                    "application/json": components["schemas"]["HistoryPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    readObjectHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectHold"];
                };
            };
        };
    };
    holdObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422); bodies are compared by their bytes, so other spaces or another order of properties are another body. The answer to a repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Hold"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    releaseObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422); bodies are compared by their bytes, so other spaces or another order of properties are another body. The answer to a repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    readPicture: {
        parameters: {
            query?: {
                /** @description SHA-256 of the picture, as `picture` of the object has it: the answer may then be kept for a day. 404 when the object has another one. */
                v?: string;
            };
            header?: {
                /** @description ETag of the picture that the caller has. */
                "If-None-Match"?: string;
                /** @description With Waymark-Position: `wait=N` (seconds, at most 30). */
                Prefer?: string;
                /** @description The `operationId` of a change: the answer is to contain what it has changed, and repeats this header when it does. The read waits for that 5 seconds at most, or as `Prefer` says. */
                "Waymark-Position"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                };
            };
        };
    };
    putPicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422); bodies are compared by their bytes, so other spaces or another order of properties are another body. The answer to a repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    removePicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422); bodies are compared by their bytes, so other spaces or another order of properties are another body. The answer to a repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    restoreObject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422); bodies are compared by their bytes, so other spaces or another order of properties are another body. The answer to a repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    readTrips: {
        parameters: {
            query?: {
                /** @description Metres. */
                dwellRadius?: number;
                /** @description Seconds. */
                dwellSeconds?: number;
                /** @description Only what was observed at this time or later. */
                from?: string;
                /** @description Seconds. */
                gapSeconds?: number;
                /** @description Only what was observed before this time. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TripsAnswer"];
                };
            };
        };
    };
    listFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldList"];
                };
            };
        };
    };
    putField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the field, percent-encoded. */
                field: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FieldDefinition"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinedField"];
                };
            };
        };
    };
    removeField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the field, percent-encoded. */
                field: string;
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reviewFields: {
        parameters: {
            query?: {
                /** @description The last name of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldsToReview"];
                };
            };
        };
    };
    readHeatmap: {
        parameters: {
            query?: {
                /** @description What is asked for; `mean` and `max` leave out cells in which `number` was not reported; `dwell` adds `dwellSeconds`. */
                aggregate?: "objects" | "observations" | "dwell" | "mean" | "max";
                /** @description Only cells whose centres are inside: west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox?: string;
                /** @description A whole hour of UTC; 24 hours before `to` when left out. */
                from?: string;
                /** @description Cells with fewer objects are not shown; an operator may have set a higher bound. */
                minObjects?: number;
                /** @description With `mean` and `max`: a field of the kind Number with an approved definition. */
                number?: string;
                /** @description Of H3: cells of some 87,000 km² (2) to 0.7 km² (8) and 2,000 m² (11). */
                resolution?: number;
                /** @description A whole hour of UTC, not included; the end of this hour when left out. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/geo+json": components["schemas"]["Heatmap"];
                };
            };
        };
    };
    readHeatmapTile: {
        parameters: {
            query?: {
                /** @description What is asked for; `mean` and `max` leave out cells in which `number` was not reported; `dwell` adds `dwellSeconds`. */
                aggregate?: "objects" | "observations" | "dwell" | "mean" | "max";
                /** @description A whole hour of UTC; 24 hours before `to` when left out. */
                from?: string;
                /** @description Cells with fewer objects are not shown; an operator may have set a higher bound. */
                minObjects?: number;
                /** @description With `mean` and `max`: a field of the kind Number with an approved definition. */
                number?: string;
                /** @description A whole hour of UTC, not included; the end of this hour when left out. */
                to?: string;
            };
            header?: {
                /** @description ETag of the tile that the caller has. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Column of the tile, from the west. */
                x: string;
                /** @description Row of the tile, from the north. */
                y: string;
                /** @description Zoom. */
                z: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.mapbox-vector-tile": string;
                };
            };
        };
    };
    searchHistory: {
        parameters: {
            query?: {
                /** @description Id of an area. */
                area?: string;
                /** @description west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox?: string;
                /** @description Instead of Accept: json are pages, the others exports. */
                format?: "json" | "csv" | "geojson" | "gpx" | "ndjson";
                /** @description Only what was observed at this time or later. */
                from?: string;
                /** @description Of GeoJSON and GPX: a silence that is longer interrupts the line. */
                gapSeconds?: number;
                /** @description Of GeoJSON. */
                geometry?: "points" | "lines";
                /** @description Only these objects. Give it several times for several. */
                id?: string[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description lat,lon in degrees: around this place, as far as `radius` says. */
                near?: string;
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
                /** @description Metres around `near`, which needs it; at most 1,000,000. */
                radius?: number;
                /** @description Of GeoJSON and GPX: leave out positions that lie no farther than so many metres from the line that remains. */
                simplify?: number;
                /** @description Only what was observed before this time. */
                to?: string;
                /** @description Only objects that are of these types now. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -2.98,
                     *               53.4
                     *             ]
                     *           },
                     *           "properties": {
                     *             "externalId": "forklift-17",
                     *             "observedAt": "2026-11-21T08:00:00.000Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/geo+json": {
                        [key: string]: unknown;
                    };
                    "application/gpx+xml": string;
                    "application/json": components["schemas"]["HistoriesPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    readHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceHold"];
                };
            };
        };
    };
    putHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Hold"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceHold"];
                };
            };
        };
    };
    releaseHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listHolds: {
        parameters: {
            query?: {
                /** @description Only these objects, all on one page. Give it several times for several. */
                id?: string[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
            };
            header?: {
                /** @description With Waymark-Position: `wait=N` (seconds, at most 30). */
                Prefer?: string;
                /** @description The `operationId` of a change: the answer is to contain what it has changed, and repeats this header when it does. The read waits for that 5 seconds at most, or as `Prefer` says. */
                "Waymark-Position"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldPage"];
                };
            };
        };
    };
    readOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description The `operationId` of the answer to the change. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationAnswer"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description The value `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
        };
    };
    addMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMember"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Membership"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMemberNames: {
        parameters: {
            query?: {
                /** @description The value `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberNamePage"];
                };
            };
        };
    };
    listPolls: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                before?: string;
                /** @description `open` or `closed`; both when left out. */
                status?: "open" | "closed";
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PollPage"];
                };
            };
        };
    };
    createPoll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Poll"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPoll"];
                };
            };
        };
    };
    readPoll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPoll"];
                };
            };
        };
    };
    replacePoll: {
        parameters: {
            query?: never;
            header?: {
                /** @description Done only as long as it still has this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Poll"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPoll"];
                };
            };
        };
    };
    deletePoll: {
        parameters: {
            query?: never;
            header?: {
                /** @description Done only as long as it still has this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    answerPoll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PollAnswer"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedPollAnswer"];
                };
            };
        };
    };
    withdrawAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    closePoll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPoll"];
                };
            };
        };
    };
    readPollResults: {
        parameters: {
            query?: {
                /** @description The value `next` of the page before, of `answers`. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the poll. */
                pollId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PollOutcome"];
                };
            };
        };
    };
    readPositions: {
        parameters: {
            query: {
                /** @description Id of an area. */
                area?: string;
                /** @description The instant. */
                at: string;
                /** @description west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox?: string;
                /** @description Only these objects. Give it several times for several. */
                id?: string[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description lat,lon in degrees: around this place, as far as `radius` says. */
                near?: string;
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
                /** @description Metres around `near`, which needs it; at most 1,000,000. */
                radius?: number;
                /** @description Only objects that are of these types now. Give it several times for several. */
                type?: string[];
            };
            header?: {
                /** @description With Waymark-Position: `wait=N` (seconds, at most 30). */
                Prefer?: string;
                /** @description The `operationId` of a change: the answer is to contain what it has changed, and repeats this header when it does. The read waits for that 5 seconds at most, or as `Prefer` says. */
                "Waymark-Position"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionsPage"];
                };
            };
        };
    };
    readAccessReport: {
        parameters: {
            query?: {
                /** @description Only calls that name an object while it was in one of these areas, by the quarter of an hour. Give it several times for several. */
                area?: string[];
                /** @description What a bucket is broken down by; `category` and `area` are of calls that name one object, for as long as its history is kept. Give it several times for several. */
                by?: ("caller" | "kind" | "operation" | "type" | "category" | "area")[];
                /** @description Only objects in this category of `field`: its name, or `namespace/name`. */
                category?: string;
                /** @description Only calls that name this object, for as long as its history is kept. */
                externalId?: string;
                /** @description A field of the kind Category, for `by=category` and `category`. */
                field?: string;
                /** @description Also by `Accept: text/csv`. */
                format?: "json" | "csv";
                /** @description A day of the time zone, or a time on a quarter of an hour; seven days before `to` when left out. */
                from?: string;
                /** @description Length of the buckets, at most 1,000 of them; days, weeks and months are those of the time zone. */
                interval?: "quarter-hour" | "hour" | "day" | "week" | "month" | "all";
                /** @description Only calls of these kinds. Give it several times for several. */
                kind?: ("looked" | "scanned" | "changed" | "administered")[];
                /** @description Of the IANA database, such as Europe/Berlin. */
                timeZone?: string;
                /** @description Where the report ends, not included; the end of today when left out. */
                to?: string;
                /** @description Only calls that name an object of these types. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessReport"];
                    "text/csv": string;
                };
            };
        };
    };
    readAreasReport: {
        parameters: {
            query?: {
                /** @description Only these areas, by their ids. Give it several times for several. */
                area?: string[];
                /** @description What a bucket is broken down by. Give it several times for several. */
                by?: ("area" | "type" | "category")[];
                /** @description Only objects in this category of `field`: its name, or `namespace/name`. */
                category?: string;
                /** @description A field of the kind Category, for `by=category` and `category`. */
                field?: string;
                /** @description Also by `Accept: text/csv`. */
                format?: "json" | "csv";
                /** @description A day of the time zone, or a time on a quarter of an hour; seven days before `to` when left out. */
                from?: string;
                /** @description Length of the buckets, at most 1,000 of them; days, weeks and months are those of the time zone. */
                interval?: "quarter-hour" | "hour" | "day" | "week" | "month" | "all";
                /** @description Of the IANA database, such as Europe/Berlin. */
                timeZone?: string;
                /** @description Where the report ends, not included; the end of today when left out. */
                to?: string;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AreasReport"];
                    "text/csv": string;
                };
            };
        };
    };
    readTrackingReport: {
        parameters: {
            query?: {
                /** @description With `by=area`: the areas, by their ids. Give it several times for several. */
                area?: string[];
                /** @description What a bucket is broken down by. Give it several times for several. */
                by?: ("type" | "category" | "caller" | "area")[];
                /** @description Only objects in this category of `field`: its name, or `namespace/name`. */
                category?: string;
                /** @description A field of the kind Category, for `by=category` and `category`. */
                field?: string;
                /** @description Also by `Accept: text/csv`. */
                format?: "json" | "csv";
                /** @description A day of the time zone, or a time on a quarter of an hour; seven days before `to` when left out. */
                from?: string;
                /** @description Length of the buckets, at most 1,000 of them; days, weeks and months are those of the time zone. */
                interval?: "quarter-hour" | "hour" | "day" | "week" | "month" | "all";
                /** @description Of the IANA database, such as Europe/Berlin. */
                timeZone?: string;
                /** @description Where the report ends, not included; the end of today when left out. */
                to?: string;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackingReport"];
                    "text/csv": string;
                };
            };
        };
    };
    readUsageReport: {
        parameters: {
            query?: {
                /** @description What a bucket is broken down by. Give it several times for several. */
                by?: ("caller" | "operation" | "type" | "category")[];
                /** @description Only objects in this category of `field`: its name, or `namespace/name`. */
                category?: string;
                /** @description A field of the kind Category, for `by=category` and `category`. */
                field?: string;
                /** @description Also by `Accept: text/csv`. */
                format?: "json" | "csv";
                /** @description A day of the time zone, or a time on a quarter of an hour; seven days before `to` when left out. */
                from?: string;
                /** @description Length of the buckets, at most 1,000 of them; days, weeks and months are those of the time zone. */
                interval?: "quarter-hour" | "hour" | "day" | "week" | "month" | "all";
                /** @description Of the IANA database, such as Europe/Berlin. */
                timeZone?: string;
                /** @description Where the report ends, not included; the end of today when left out. */
                to?: string;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                    "text/csv": string;
                };
            };
        };
    };
    readValuesReport: {
        parameters: {
            query?: {
                /** @description What a bucket is broken down by, beside the field. Give it several times for several. */
                by?: ("type" | "category")[];
                /** @description Only objects in this category of `field`: its name, or `namespace/name`. */
                category?: string;
                /** @description A field of the kind Category, for `by=category` and `category`. */
                field?: string;
                /** @description Also by `Accept: text/csv`. */
                format?: "json" | "csv";
                /** @description A day of the time zone, or a time on a quarter of an hour; seven days before `to` when left out. */
                from?: string;
                /** @description Length of the buckets, at most 1,000 of them; days, weeks and months are those of the time zone. */
                interval?: "quarter-hour" | "hour" | "day" | "week" | "month" | "all";
                /** @description Only these fields of the kind Number. Give it several times for several. */
                number?: string[];
                /** @description Of the IANA database, such as Europe/Berlin. */
                timeZone?: string;
                /** @description Where the report ends, not included; the end of today when left out. */
                to?: string;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValuesReport"];
                    "text/csv": string;
                };
            };
        };
    };
    readRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownRetention"];
                };
            };
        };
    };
    putRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Retention"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownRetention"];
                };
            };
        };
    };
    listShareLinks: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                before?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinkPage"];
                };
            };
        };
    };
    createShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewShareLink"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedShareLink"];
                };
            };
        };
    };
    revokeShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the share link. */
                shareLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renewShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the share link. */
                shareLinkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedShareLink"];
                };
            };
        };
    };
    readTile: {
        parameters: {
            query?: {
                /** @description Field whose value each object carries as `category`. */
                colour?: string;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: {
                /** @description ETag of the tile that the caller has. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Column of the tile, from the west. */
                x: string;
                /** @description Row of the tile, from the north. */
                y: string;
                /** @description Zoom. */
                z: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.mapbox-vector-tile": string;
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWorkspaceTokens: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                before?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPage"];
                };
            };
        };
    };
    createWorkspaceToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewToken"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewMachineToken"];
                };
            };
        };
    };
    revokeWorkspaceToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the token. */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listTypes: {
        parameters: {
            query?: {
                /** @description At most so many entries a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TypeList"];
                };
            };
        };
    };
    readUsage: {
        parameters: {
            query?: {
                /** @description A calendar month (UTC) such as 2026-11; the present one when left out. */
                month?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageAndLimits"];
                };
            };
        };
    };
    simulateUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Fleet"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FleetFit"];
                };
            };
        };
    };
    followView: {
        parameters: {
            query: {
                /** @description What is in view: west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox: string;
                /** @description Only objects of these types. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listViews: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                before?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownViewPage"];
                };
            };
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedView"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownView"];
                };
            };
        };
    };
    replaceView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the view. */
                viewId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedView"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownView"];
                };
            };
        };
    };
    deleteView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the view. */
                viewId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readVisits: {
        parameters: {
            query?: {
                /** @description Id of an area. */
                area?: string;
                /** @description west,south,east,north in degrees; west > east crosses the antimeridian. */
                bbox?: string;
                /** @description A single report from the other side counts once nothing has spoken against it for so long; as the area says, or 30. */
                confirmSeconds?: number;
                /** @description Only what was observed at this time or later. */
                from?: string;
                /** @description Only these objects. Give it several times for several. */
                id?: string[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description lat,lon in degrees: around this place, as far as `radius` says. */
                near?: string;
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
                /** @description Metres around `near`, which needs it; at most 1,000,000. */
                radius?: number;
                /** @description Only what was observed before this time. */
                to?: string;
                /** @description Only objects that are of these types now. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitsPage"];
                };
            };
        };
    };
    searchVisits: {
        parameters: {
            query?: {
                /** @description A single report from the other side counts once nothing has spoken against it for so long; as the area says, or 30. */
                confirmSeconds?: number;
                /** @description Only what was observed at this time or later. */
                from?: string;
                /** @description Only these objects. Give it several times for several. */
                id?: string[];
                /** @description At most so many entries a page. */
                limit?: number;
                /** @description Opaque; part of the address `next` of the page before. */
                page?: string;
                /** @description Only what was observed before this time. */
                to?: string;
                /** @description Only objects that are of these types now. Give it several times for several. */
                type?: string[];
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "geometry": {
                 *         "type": "Circle",
                 *         "center": [
                 *           -2.99,
                 *           53.41
                 *         ],
                 *         "radius": 250
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["VisitsQuestion"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitsPage"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhookSettings"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    putWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSettings"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The value next of the page before. */
                before?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    resumeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace; the token must name it. */
                groupID: string;
                /** @description Id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestDelivery"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /** @description The value `next` of the page before. */
                after?: string;
                /** @description Only the person with this address. */
                email?: string;
                /** @description Only people of this workspace. */
                workspace?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonPage"];
                };
            };
        };
    };
    createPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPerson"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    readPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    removePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    createPasswordLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordLink"];
                };
            };
        };
    };
    putMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person. */
                personId: string;
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Membership"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    removeMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person. */
                personId: string;
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanList"];
                };
            };
        };
    };
    putPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the plan. */
                plan: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanLimits"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
        };
    };
    removePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the plan. */
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                /** @description The last id of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspacePage"];
                };
            };
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWorkspace"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    readWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    changeWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    adoptChanges: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N` (seconds, at most 30). */
                Prefer?: string;
            };
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "op": "adopt",
                 *         "externalId": "forklift-17",
                 *         "kind": "updated",
                 *         "change": {
                 *           "revision": 42,
                 *           "observedAt": "2026-11-21T08:00:00.000Z",
                 *           "receivedAt": "2026-11-21T08:00:00.000Z",
                 *           "subject": "token:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d",
                 *           "position": {
                 *             "lat": 53.4,
                 *             "lon": -2.98
                 *           }
                 *         }
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Adoption"][];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationAnswer"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operationId": "01a20b5b-7c1e-7d3a-9b52-3f63d7e6c2a1-63f7e6c2a1",
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["OperationPending"];
                };
            };
        };
    };
    releaseObjectOf: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422); bodies are compared by their bytes, so other spaces or another order of properties are another body. The answer to a repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
                /** @description Change only this revision; another is 412. As the ETag says it, in double quotes: `"7"`. */
                "If-Match"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    listFieldsOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldList"];
                };
            };
        };
    };
    putFieldOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the field, percent-encoded. */
                field: string;
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FieldDefinition"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinedField"];
                };
            };
        };
    };
    removeFieldOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the field, percent-encoded. */
                field: string;
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reviewFieldsOf: {
        parameters: {
            query?: {
                /** @description The last name of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldsToReview"];
                };
            };
        };
    };
    readHoldOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceHold"];
                };
            };
        };
    };
    putHoldOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Hold"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceHold"];
                };
            };
        };
    };
    releaseHoldOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    releaseId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key from the same workspace within 24 hours never applies twice and answers with the first outcomes, also under another Prefer; with another body it is refused (422); bodies are compared by their bytes, so other spaces or another order of properties are another body. The answer to a repetition has `Idempotency-Replayed: true`. A call that is refused as a whole, for instance by `handling=strict`, takes nothing in and leaves its key as it was: free, when it was. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Globally unique id of the object, percent-encoded. */
                externalId: string;
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementResult"];
                };
            };
        };
    };
    readKeptObjects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeptObjectsQuestion"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptObjectsPage"];
                };
            };
        };
    };
    awaitKeptObjects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptObjectsSettled"];
                };
            };
        };
    };
    moveWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Move"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    cancelMove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    takeMovedTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovedTokens"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovedTokenCount"];
                };
            };
        };
    };
    restoreWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    resumeWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    readRetentionOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownRetention"];
                };
            };
        };
    };
    putRetentionOf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Retention"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownRetention"];
                };
            };
        };
    };
    suspendWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    readUsageOf: {
        parameters: {
            query?: {
                /** @description A calendar month (UTC) such as 2026-11; the present one when left out. */
                month?: string;
            };
            header?: never;
            path: {
                /** @description Id of the workspace. */
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageByToken"];
                };
            };
        };
    };
    findWorkspace: {
        parameters: {
            query: {
                /** @description The whole name, as a link says it in `ws`. */
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedWorkspace"];
                };
            };
        };
    };
}
